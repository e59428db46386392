// The page for people, in a real browser: from a question to a receipt, by keyboard, on a phone, and without a script.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Browser, type Page } from '../support/browser.ts';
import { cleanUp, newStateDir, ROOT, start } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';

let browser: Browser;
let address: string;

beforeAll(async () => {
  browser = await launchBrowser(ROOT);
  ({ address } = await start({ STATE_DIR: await newStateDir(), TERMINAL_KEY: OWNER_KEY }));
});

afterAll(async () => {
  await browser.close();
  await cleanUp();
});

/** A page, and what went wrong on it: errors, and requests to another host. */
async function open(path: string, options: object = {}): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser.newPage(options);
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error.message)));
  page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && wrong.push(message.text()));
  page.on('request', (request) => new URL(request.url()).origin !== address && wrong.push(request.url()));
  await page.goto(address + path);
  return { page, wrong };
}

/** Waits in turns: the page's policy lets nobody evaluate code inside it for long. */
const until = (page: Page, condition: string) => expect.poll(() => page.evaluate<boolean>(condition), { timeout: 20_000 }).toBe(true);

const firstFound = "document.querySelector('#found a')?.textContent";

describe('the page', () => {
  it('asks while one types, shows the row, what would be sent, runs it, and leads to the receipt', async () => {
    const { page, wrong } = await open('/');
    await page.fill('#ask', 'what time is it in Tokyo');
    await until(page, `${firstFound} === 'NOW'`);
    await page.click('#found a');
    await page.waitForSelector('#try');
    expect(await page.textContent('h1')).toBe('NOW');
    expect(await page.textContent('details pre')).toContain('## §SELF — NOW (paste without context)');
    expect(await page.isDisabled('#invoke')).toBe(true);
    await page.fill('#owner-key', OWNER_KEY);
    await page.fill('#argument-zone', 'Asia/Tokyo');
    await page.click('#try button');
    await until(page, "!document.getElementById('invoke').disabled");
    expect(await page.textContent('#status')).toBe('This is what would be sent. Nothing was sent.');
    await page.click('#invoke');
    await page.waitForSelector('#receipt a');
    expect(JSON.parse(String(await page.textContent('#result')))).toMatchObject({ zone: 'Asia/Tokyo' });
    await page.click('#receipt a');
    await page.waitForURL(/\/receipt\/inv_[0-9a-f]{32}$/);
    expect(await page.textContent('h1')).toBe('Receipt of NOW');
    expect(wrong).toEqual([]);
  });

  it('is used by keyboard alone', async () => {
    const { page, wrong } = await open('/');
    await page.keyboard.type('make a uuid');
    await until(page, `${firstFound} === 'UUID'`);
    for (let step = 0; step < 6; step++) {
      await page.keyboard.press('Tab');
      if (await page.evaluate<boolean>("document.activeElement?.closest('#found') !== null")) break;
    }
    await page.keyboard.press('Enter');
    await page.waitForSelector('#try');
    expect(await page.textContent('h1')).toBe('UUID');
    await page.fill('#owner-key', OWNER_KEY);
    await page.press('#argument-version', 'Tab');
    await page.keyboard.press('Enter');
    await until(page, "!document.getElementById('invoke').disabled");
    await page.press('#invoke', 'Enter');
    await page.waitForSelector('#receipt a');
    expect(await page.textContent('#result')).toMatch(/^[0-9a-f-]{36}$/);
    expect(wrong).toEqual([]);
  });

  it('says what is wrong: no key, an argument that does not fit', async () => {
    const { page } = await open('/?key=NOW');
    await page.click('#try button');
    await until(page, "document.getElementById('status').textContent.includes('needs a credential')");
    await page.fill('#owner-key', OWNER_KEY);
    await page.fill('#argument-zone', 'Atlantis');
    await page.click('#try button');
    await until(page, "document.getElementById('status').textContent.includes('/zone')");
    expect(await page.isDisabled('#invoke')).toBe(true);
  });

  it('of a directory that is not public shows nothing without its key, and everything with it', async () => {
    const hidden = await start({ STATE_DIR: await newStateDir(), TERMINAL_KEY: OWNER_KEY, PUBLIC_READ: 'false' });
    const page = await browser.newPage();
    await page.goto(hidden.address);
    expect(await page.textContent('#status')).toBe('This directory is not public: give its key to read it.');
    expect(await page.evaluate<number>("document.querySelectorAll('#found li').length")).toBe(0);
    await page.fill('#owner-key', OWNER_KEY);
    await page.fill('#ask', 'what time is it');
    await until(page, `${firstFound} === 'NOW'`);
    await page.click('#found a');
    await page.waitForSelector('#try');
    await page.fill('#arguments', '{"zone": "Asia/Tokyo"}');
    await page.click('#try button');
    await until(page, "!document.getElementById('invoke').disabled");
    await page.click('#invoke');
    await page.waitForSelector('#receipt a');
    expect(await page.textContent('#result')).toContain('Asia/Tokyo');
  });

  it('fits a phone', async () => {
    const { page } = await open('/?key=WEATHER_NOW', { viewport: { width: 360, height: 740 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    const { page: list } = await open('/?ask=weather', { viewport: { width: 360, height: 740 } });
    expect(await list.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
  });

  it('finds and shows without a script', async () => {
    const { page } = await open('/', { javaScriptEnabled: false });
    await page.fill('#ask', 'what time is it');
    await page.press('#ask', 'Enter');
    await page.waitForURL(/ask=what/);
    expect(await page.textContent('#found a')).toBe('NOW');
    await page.click('#found a');
    expect(await page.textContent('h1')).toBe('NOW');
  });

  it('shows what a row says as text, whatever it says', async () => {
    const row = { key: 'HOSTILE', type: 'fn', target: 'template', content: '# WHAT: <img src=x onerror=alert(1)> axolotl <script>alert(2)</script>' };
    await fetch(`${address}/api/directory`, {
      method: 'POST',
      headers: { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(row),
    });
    const { page, wrong } = await open('/');
    await page.fill('#ask', 'axolotl');
    await until(page, `${firstFound} === 'HOSTILE'`);
    expect(await page.textContent('#found p')).toBe('<img src=x onerror=alert(1)> axolotl <script>alert(2)</script>');
    await page.click('#found a');
    await page.waitForSelector('#try');
    expect(await page.evaluate<number>("document.querySelectorAll('main img, main script').length")).toBe(0);
    expect(wrong).toEqual([]);
  });
});

describe('the page of a receipt', () => {
  it('says what is proven and how to check it, fits a phone, and its parts are there for anybody', async () => {
    const headers = { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' };
    const invoked = await fetch(`${address}/api/invoke`, { method: 'POST', headers, body: '{"key":"NOW"}' });
    const id = String(invoked.headers.get('rowcall-receipt'));
    const { page, wrong } = await open(`/receipt/${id}`, { viewport: { width: 360, height: 740 } });
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await page.textContent('main')).toMatch(/This service signed these claims, and they stand at place \d+ of its log/);
    expect(await page.textContent('pre')).toContain(`npx rowcall verify ${id} --url ${address}`);
    const parts = await page.evaluate<string[]>("[...document.querySelectorAll('main li a')].map((link) => link.href)");
    expect(parts).toHaveLength(4);
    for (const part of parts) expect((await fetch(part)).status, part).toBe(200);
    expect(wrong).toEqual([]);
  });
});
