// Tool definitions of public benchmarks and servers, as rows.
import { readFile } from 'node:fs/promises';

export interface Tool {
  readonly id: string;
  readonly name: string;
  readonly description?: string;
  readonly schema?: unknown;
  readonly category?: string;
}

export type PostedRow = Readonly<Record<string, unknown>> & { readonly key: string };

/** One definition a line. */
export async function readTools(path: string): Promise<Tool[]> {
  return (await readFile(path, 'utf8'))
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line) as Tool);
}

/** A name as a key: upper snake case, at most 64 characters. */
export function keyOf(name: string): string {
  const snake = name.replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2').toUpperCase();
  const key = snake
    .replaceAll(/[^A-Z0-9]+/g, '_')
    .replaceAll(/^_+|_+$/g, '')
    .slice(0, 60);
  return /^[A-Z_]/.test(key) ? key : `_${key}`;
}

/** The row that a definition makes; `name` becomes its key. */
export function toolRow({ name, description = '', schema, category }: Tool, key = name): PostedRow {
  // Some definitions say nothing: their name has to do.
  const said = description.trim() === '' ? name.replaceAll(/[^\p{L}\p{N}]+/gu, ' ') : description;
  const lines = said.split(/\r\n?|\n/).map((line) => line.trimEnd());
  return {
    key: keyOf(key),
    type: 'http',
    target: 'POST https://tools.example/call',
    content: `# WHAT: ${lines.join('\n# ')}`,
    ...(category === undefined || category === '' ? {} : { category: category.slice(0, 64) }),
    ...(isObject(schema) ? { input_schema: schema } : {}),
  };
}

/** Rows of all definitions, each under a key of its own, with the id that each key stands for. */
export function toolRows(tools: readonly Tool[]): { rows: PostedRow[]; ids: Map<string, string> } {
  const ids = new Map<string, string>();
  const rows = tools.map((tool) => {
    const row = toolRow(tool);
    let key = row.key;
    for (let again = 2; ids.has(key); again++) key = `${row.key}_${again}`;
    ids.set(key, tool.id);
    return { ...row, key };
  });
  return { rows, ids };
}

function isObject(value: unknown): boolean {
  return value !== null && typeof value === 'object' && !Array.isArray(value);
}
