// What `target` and `content` mean for each type of row.
import type { DirectoryRow, Effect } from '../db/rows.ts';
import { fault } from '../errors.ts';
import { parseHttpPayload } from '../templates/httpPayload.ts';
import { parseJson } from '../templates/json.ts';
import type { Parameter, TemplateProblem } from '../templates/parameters.ts';
import { parseUrl, uriVariables, usedParameters } from '../templates/url.ts';
import { effectContradiction, effectOfMethod } from './effect.ts';
import type { FunctionCatalogue } from './model.ts';
import { nearest } from './nearest.ts';
import type { CommonParts, Report, TypedParts } from './parts.ts';
import { deriveSignature } from './signature.ts';
import { parseHttpTarget } from './target.ts';

export function parseFn(common: CommonParts, functions: FunctionCatalogue, report: Report): TypedParts {
  const name = (common.row.target ?? '').trim();
  const fn = functions.get(name);
  if (fn === undefined) {
    const didYouMean = nearest(name, [...functions.keys()], 3);
    report('unknown_fn', 'target', `there is no function \`${name}\``, fault('fn_unknown_target', { name }, { didYouMean }));
  }
  const effect = declaredEffect(common.row, fn?.effect ?? 'write', fn && { functionEffect: fn.effect }, report);
  const hasPayload = common.payload.trim() !== '';
  const inputSchema = common.inputSchema ?? (hasPayload ? undefined : fn?.inputSchema);
  const signature = deriveSignature({ type: 'fn', schema: inputSchema, texts: [common.payload] });
  if (!signature.ok) {
    reportTemplate(report, signature.problem);
    return { effect };
  }
  const parts = { ...common, type: 'fn' as const, inputSchema, signature: signature.value, effect };
  if (!hasPayload) return { capability: fn && { ...parts, fn }, signature: signature.value, effect };
  const template = parseJson(common.payload, signature.value);
  if (!template.ok) {
    report('bad_template', 'content', template.problem.message, fault('fn_bad_content_json', { why: template.problem.message }));
  } else if (template.value.root.kind !== 'array') {
    report('bad_template', 'content', 'the payload of an fn row is a JSON array, one item for each argument', fault('fn_content_not_array'));
  } else if (fn !== undefined) {
    return { capability: { ...parts, fn, template: template.value }, signature: signature.value, effect };
  }
  return { signature: signature.value, effect };
}

export function parseHttp(common: CommonParts, report: Report): TypedParts {
  const target = parseHttpTarget(common.row.target);
  if (typeof target === 'string') {
    report('bad_target', 'target', target);
    return { effect: common.row.effect ?? 'write' };
  }
  if (target.kind === 'mcp') return parseMcp(common, target, report);
  const effect = declaredEffect(common.row, effectOfMethod(target.method), { method: target.method }, report);
  const uri = uriVariables(target.url);
  if (!uri.ok) {
    reportTemplate(report, uri.problem, 'target');
    return { effect };
  }
  const signature = deriveSignature({ type: 'http', schema: common.inputSchema, texts: [target.url, common.payload], uri: uri.value });
  if (!signature.ok) {
    reportTemplate(report, signature.problem);
    return { effect };
  }
  const url = parseUrl(target.url, signature.value);
  if (!url.ok) reportTemplate(report, url.problem, 'target');
  const request = parseHttpPayload(common.payload, target.method, signature.value, url.ok ? usedParameters(url.value) : new Set());
  if (!request.ok) reportTemplate(report, request.problem);
  if (!url.ok || !request.ok) return { signature: signature.value, effect };
  const parts = { ...common, type: 'http' as const, signature: signature.value, effect };
  return { capability: { ...parts, method: target.method, url: url.value, request: request.value }, signature: signature.value, effect };
}

function parseMcp(common: CommonParts, target: { server: string; tool: string }, report: Report): TypedParts {
  const effect = common.row.effect ?? 'write';
  const signature = signatureOf(common, 'http', [], report);
  if (signature === undefined) return { effect };
  return { capability: { ...common, type: 'http', method: 'MCP', server: target.server, tool: target.tool, signature, effect }, signature, effect };
}

export function parseAgent(common: CommonParts, report: Report): TypedParts {
  const model = (common.row.target ?? '').trim();
  if (model === '') report('bad_target', 'target', 'the target of an agent row is a model id');
  const effect = common.row.effect ?? 'write';
  const signature = signatureOf(common, 'agent', [], report);
  if (signature === undefined) return { effect };
  return { capability: { ...common, type: 'agent', model, includes: includesOf(common.row), signature, effect }, signature, effect };
}

export function parseFlow(common: CommonParts, report: Report): TypedParts {
  if ((common.row.target ?? '').trim() !== '') report('bad_target', 'target', 'a flow row has no target; its steps stand in content');
  const effect = common.row.effect ?? 'write';
  const signature = signatureOf(common, 'flow', [common.payload], report);
  if (signature === undefined) return { effect };
  return { capability: { ...common, type: 'flow', signature, effect }, signature, effect };
}

/** The prompt blocks a row includes, in order. */
export function includesOf(row: DirectoryRow): string[] {
  return (row.includes ?? '')
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
}

function signatureOf(common: CommonParts, type: DirectoryRow['type'], texts: string[], report: Report): readonly Parameter[] | undefined {
  const signature = deriveSignature({ type, schema: common.inputSchema, texts });
  if (signature.ok) return signature.value;
  reportTemplate(report, signature.problem);
  return undefined;
}

function declaredEffect(row: DirectoryRow, derived: Effect, of: Parameters<typeof effectContradiction>[1] | undefined, report: Report): Effect {
  if (row.effect === null) return derived;
  const contradiction = of && effectContradiction(row.effect, of);
  if (contradiction !== undefined) report('effect_contradiction', 'effect', contradiction);
  return row.effect;
}

function reportTemplate(report: Report, of: TemplateProblem, column: keyof DirectoryRow = of.rule === 'bad_template' ? 'content' : 'target'): void {
  report(of.rule, column, of.message);
}
