// JSON templates: parsed once into a tree, values put in as data, so no value can break out of its place. Pure.
import { jsonOfText } from './looseJson.ts';
import { type JsonNode, readJson } from './jsonReader.ts';
import { type Arguments, type Json, type Parameter, type Parsed, parsed } from './parameters.ts';
import { argument, expandText, isAbsentSlot, slotNames } from './slots.ts';

export interface JsonTemplate {
  readonly root: JsonNode;
}

/** Parses a template; bad_template with line and column where it is no JSON with slots. */
export function parseJson(text: string, parameters: readonly Parameter[]): Parsed<JsonTemplate> {
  const root = readJson(text, parameters);
  return root.ok ? parsed({ root: root.value }) : root;
}

/**
 * The value of a template. Inside quotes a slot gives its value's text, outside one JSON value: a parameter of declared
 * type the value as it is, any other the JSON that its text is, else a string. A member or item that is exactly one
 * absent slot is left out; undefined where the whole template is one. A member whose name a value chose replaces none
 * that the template names. Never throws for arguments within the depth that the mapper allows.
 */
export function expandJson(template: JsonTemplate, args: Arguments): Json | undefined {
  return expandNode(template.root, args);
}

function expandNode(node: JsonNode, args: Arguments): Json | undefined {
  switch (node.kind) {
    case 'literal':
      return node.value;
    case 'text':
      return isAbsentSlot(node.text, args) ? undefined : expandText(node.text, args);
    case 'slot':
      return slotValue(argument(args, node.slot.slot), node.typed);
    case 'array':
      return node.items.map((item) => expandNode(item, args)).filter((item) => item !== undefined);
    case 'object':
      return expandObject(node.members, args);
  }
}

function slotValue(value: Json | undefined, typed: boolean): Json | undefined {
  if (typed || typeof value !== 'string') return value;
  const json = jsonOfText(value);
  // null is JSON too: only undefined says that the text is none.
  return json === undefined ? value : json;
}

function expandObject(members: Extract<JsonNode, { kind: 'object' }>['members'], args: Arguments): Json {
  const fixed = new Set(members.filter(({ name }) => slotNames(name).length === 0).map(({ name }) => expandText(name, args)));
  const entries = members.flatMap(({ name, value }): [string, Json][] => {
    const expanded = expandNode(value, args);
    const text = expandText(name, args);
    const chosen = slotNames(name).length > 0;
    return expanded === undefined || (chosen && fixed.has(text)) ? [] : [[text, expanded]];
  });
  // fromEntries defines own members, `__proto__` too, where an assignment would set the prototype.
  return Object.fromEntries(entries);
}
