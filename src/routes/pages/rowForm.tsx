// The form that tries a row: a field for each argument, what would be sent first, then the call.
import type { Capability } from '../../capability/model.ts';
import { propertiesOf } from '../../capability/schemaTypes.ts';
import { isSchema } from '../../capability/schemaKeywords.ts';
import type { Arguments, Json, Parameter } from '../../templates/parameters.ts';

export function RowForm({ capability, example }: { capability: Capability; example: Arguments }) {
  const properties = capability.inputSchema === undefined ? undefined : propertiesOf(capability.inputSchema).properties;
  return (
    <form id="try" data-key={capability.key}>
      {capability.signature.length === 0 ? <p class="hint">It takes no arguments.</p> : null}
      {capability.signature.map((parameter) => (
        <Field parameter={parameter} schema={properties?.get(parameter.name)?.[0]} example={example[parameter.name]} />
      ))}
      <TryButtons />
    </form>
  );
}

/** Running is possible once it has been shown what would be sent. */
export function TryButtons() {
  return (
    <>
      <button type="submit">Show what would be sent</button>
      <button type="submit" id="invoke" disabled>
        Run it
      </button>
    </>
  );
}

function Field({ parameter, schema, example }: { parameter: Parameter; schema: Json | undefined; example: Json | undefined }) {
  const { name, required, types } = parameter;
  const { description, enum: choices } = isSchema(schema) ? schema : {};
  const told = (types ?? []).filter((type) => type !== 'null');
  const type = told.length === 0 ? 'any' : told.length === 1 ? (told[0] as string) : 'any';
  const id = `argument-${name}`;
  const common = { id, name, required, 'data-type': type };
  // An example is shown, never sent: nobody asked for its place or day.
  const hint = example === undefined ? undefined : `e.g. ${typeof example === 'string' ? example : JSON.stringify(example)}`;
  return (
    <>
      <label for={id}>
        {name}{' '}
        <small>
          {[required ? 'required' : 'optional', type === 'any' ? '' : type, typeof description === 'string' ? description : '']
            .filter(Boolean)
            .join(' · ')}
        </small>
      </label>
      {Array.isArray(choices) ? (
        <select {...common}>
          {required ? null : <option value="">(left out)</option>}
          {choices.map((choice) => {
            const text = typeof choice === 'string' ? choice : JSON.stringify(choice);
            return <option value={text}>{text}</option>;
          })}
        </select>
      ) : type === 'object' || type === 'array' ? (
        <textarea {...common} rows={4} placeholder={hint} />
      ) : (
        <input {...common} placeholder={hint} inputmode={type === 'number' || type === 'integer' ? 'decimal' : undefined} autocomplete="off" />
      )}
    </>
  );
}
