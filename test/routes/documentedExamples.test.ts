// The examples of an operation in the document, sent together, are a request.
import { beforeAll, describe, expect, it } from 'vitest';
import { addRow, call, OWNER } from '../support/api.ts';
import { document } from '../support/documented.ts';

/** As a reader sends it who fills in nothing but what stands there. */
function exampleRequest(path: string, { parameters = [], requestBody }: Shown): { path: string; json: unknown; headers: Record<string, string> } {
  const of = (place: string) =>
    parameters.filter((each) => each.in === place && each.example !== undefined).map(({ name, example }) => [name, String(example)] as const);
  const inPath = Object.fromEntries(of('path'));
  const search = new URLSearchParams(of('query').map(([name, value]) => [name, value])).toString();
  const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(inPath[name]));
  return {
    path: search === '' ? address : `${address}?${search}`,
    json: requestBody?.content['application/json'].example,
    headers: { ...OWNER, ...Object.fromEntries(of('header')) },
  };
}

interface Shown {
  readonly parameters?: readonly { readonly name: string; readonly in: string; readonly example?: unknown }[];
  readonly requestBody?: { readonly content: { readonly 'application/json': { readonly example: unknown } } };
}

describe('the examples of an operation', () => {
  beforeAll(async () => {
    for (const key of ['NOW', 'UUID']) await addRow({ key, type: 'fn', target: 'now', content: '# WHAT: The time.' });
  });

  it.each(
    Object.entries(document.paths).flatMap(([path, item]) =>
      Object.entries(item).map(([method, operation]) => [operation.operationId, method, path, operation as Shown] as const),
    ),
  )('%s: go together, and are a request that nothing is wrong with', async (_, method, path, operation) => {
    const { path: address, ...options } = exampleRequest(path, operation);
    // What the example names need not be there, or is there already.
    expect([200, 201, 206, 404, 409]).toContain((await call(method.toUpperCase(), address, options)).status);
  });
});
