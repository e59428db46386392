import { drizzle } from 'drizzle-orm/d1';

export type Database = ReturnType<typeof openDatabase>;

/** A drizzle client on a D1 binding. `batch` is one transaction. */
export function openDatabase(binding: D1Database) {
  return drizzle(binding);
}
