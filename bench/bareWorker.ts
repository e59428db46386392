// What an invocation is measured against: a bare Hono route, one with a single D1 batch of a read and an insert, and
// one with the same two statements in two trips, because what a call writes depends on the row that it has read.
import { Hono } from 'hono';

const app = new Hono<{ Bindings: { DB: D1Database } }>();

app.post('/bare', (c) => c.json({ ok: true }));

app.post('/batch', async (c) => {
  const { DB } = c.env;
  const at = new Date().toISOString();
  await DB.batch([
    DB.prepare('SELECT * FROM bench_row WHERE key = ?').bind('NOW'),
    DB.prepare('INSERT INTO bench_log (at, payload) VALUES (?, ?)').bind(at, '{"ok":true}'),
  ]);
  return c.json({ ok: true, at });
});

app.post('/two-trips', async (c) => {
  const { DB } = c.env;
  const at = new Date().toISOString();
  await DB.prepare('SELECT * FROM bench_row WHERE key = ?').bind('NOW').first();
  await DB.batch([DB.prepare('INSERT INTO bench_log (at, payload) VALUES (?, ?)').bind(at, '{"ok":true}')]);
  return c.json({ ok: true, at });
});

export default app;
