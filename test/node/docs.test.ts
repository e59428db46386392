// Swagger UI at /docs, in a real browser: both documents, a key, a call and its receipt, with nothing from another host.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { launchBrowser, type Browser, type Page } from '../support/browser.ts';
import { cleanUp, newStateDir, ROOT, start } from './startedRowcall.ts';

const OWNER_KEY = 'Vq7-tR2mXc9bLw4KzHf6Jd8sYp3NgAe5';
const RECEIPT = /inv_[0-9a-f]{32}/;

let browser: Browser;
let open: string;
let closed: string;

beforeAll(async () => {
  browser = await launchBrowser(ROOT);
  const settings = { TERMINAL_KEY: OWNER_KEY };
  const [one, other] = [
    await start({ ...settings, STATE_DIR: await newStateDir() }),
    await start({ ...settings, STATE_DIR: await newStateDir(), PUBLIC_READ: 'false' }),
  ];
  open = one.address;
  closed = other.address;
});

afterAll(async () => {
  await browser.close();
  await cleanUp();
});

interface Visit {
  readonly page: Page;
  /** Page errors, console errors (a policy that was broken is one) and requests to another host. */
  readonly wrong: string[];
  readonly urls: string[];
  /** The credentials of each request that had one. */
  readonly credentials: string[][];
}

async function visit(url: string, options: object = {}): Promise<Visit> {
  const page = await browser.newPage(options);
  const seen: Visit = { page, wrong: [], urls: [], credentials: [] };
  page.on('pageerror', (error) => seen.wrong.push(String(error.message)));
  page.on('console', (message) => message.type() === 'error' && !/status of 4\d\d/.test(message.text()) && seen.wrong.push(message.text()));
  page.on('request', (request) => {
    seen.urls.push(request.url());
    const { protocol, origin } = new URL(request.url());
    if (protocol !== 'data:' && origin !== new URL(url).origin) seen.wrong.push(request.url());
    const sent = Object.keys(request.headers()).filter((name) => ['x-terminal-key', 'authorization', 'x-capability-token'].includes(name));
    if (sent.length > 0) seen.credentials.push(sent);
  });
  await page.goto(url);
  return seen;
}

/** Nothing went wrong, and the key is in no address, no storage, and no text of the page. */
async function expectQuiet({ page, wrong, urls, credentials }: Visit): Promise<void> {
  expect(wrong).toEqual([]);
  const kept = await page.evaluate<string>(
    'JSON.stringify([location.href, document.cookie, { ...localStorage }, { ...sessionStorage }, history.state, document.documentElement.outerHTML])',
  );
  expect(urls.join('\n') + kept).not.toContain(OWNER_KEY);
  expect(credentials.filter((sent) => sent.length > 1)).toEqual([]);
}

const until = (page: Page, condition: string) => expect.poll(() => page.evaluate<boolean>(condition), { timeout: 20_000 }).toBe(true);
const says = (page: Page, text: string) => until(page, `document.getElementById('status').textContent.includes(${JSON.stringify(text)})`);

async function giveKey(page: Page, key: string): Promise<void> {
  await page.fill('#owner-key', key);
  await page.press('#owner-key', 'Enter');
}

/** Opens an operation, tries it with this body and returns the text of the answer. */
async function execute(page: Page, operation: string, body: object): Promise<string> {
  await page.waitForSelector(operation);
  if (!(await page.evaluate<boolean>(`document.querySelector('${operation}').classList.contains('is-open')`)))
    await page.click(`${operation} .opblock-summary-control`);
  await page.click(`${operation} .try-out__btn`);
  await page.fill(`${operation} textarea`, JSON.stringify(body));
  await page.click(`${operation} .execute`);
  await page.waitForSelector(`${operation} .live-responses-table .response-col_description pre`);
  return String(await page.textContent(`${operation} .live-responses-table`));
}

const NOW = '#operations-time-NOW';
const INVOKE = '#operations-invoke-invoke';

describe('the page of the documents', () => {
  it('runs a row with the key of its field, shows result and receipt, and leads to the receipt', async () => {
    const seen = await visit(`${open}/docs`);
    const { page } = seen;
    await page.waitForSelector(INVOKE);
    await giveKey(page, OWNER_KEY);
    await page.selectOption('#document', 'rows');
    const answer = await execute(page, NOW, { args: { zone: 'Asia/Tokyo' } });
    expect(answer).toContain('"zone": "Asia/Tokyo"');
    expect(answer).toMatch(/rowcall-receipt: inv_/);
    const [id] = RECEIPT.exec(answer) ?? [];
    expect(await page.textContent(`${NOW} .receipt-link a`)).toBe(`Receipt ${id}`);
    expect(await page.textContent(`${NOW} .curl-command`)).toContain('x-terminal-key: <key>');
    await expectQuiet(seen);
    const [, receipt] = /"public_receipt": "([^"]+)"/.exec(answer) ?? [];
    const linked = await page.evaluate<string>(`document.querySelector('${NOW} .receipt-link a').href`);
    expect(receipt).toBe(linked);
    await page.goto(linked);
    expect(await page.textContent('h1')).toBe('Receipt of NOW');
    expect(await page.textContent('main')).toContain(String(id));
  });

  it('takes the key of Swagger UI’s own dialog in either form, one at a time, and reads the rows with it', async () => {
    const seen = await visit(`${closed}/docs`);
    const { page, credentials } = seen;
    await page.waitForSelector(INVOKE);
    await page.click('.auth-wrapper .authorize');
    await page.fill('#auth-bearer-value', OWNER_KEY);
    await page.press('#auth-bearer-value', 'Enter');
    await page.click('.modal-ux .close-modal');
    expect(await execute(page, INVOKE, { key: 'UUID', args: {} })).toMatch(RECEIPT);
    expect(credentials).toEqual([['authorization']]);
    await page.selectOption('#document', 'rows');
    await page.waitForSelector(NOW);
    expect(credentials).toEqual([['authorization'], ['authorization']]);
    await page.click('.auth-wrapper .authorize');
    await page.fill('#api_key_value', ` ${OWNER_KEY} `);
    await page.press('#api_key_value', 'Enter');
    await page.click('.modal-ux .close-modal');
    await says(page, 'rows.');
    expect(await page.inputValue('#owner-key')).toBe(OWNER_KEY);
    expect(await execute(page, NOW, { args: {} })).toContain('"zone": "UTC"');
    expect(credentials.slice(2)).toEqual([['x-terminal-key'], ['x-terminal-key']]);
    await expectQuiet(seen);
    await giveKey(page, '');
    await says(page, 'This directory is not public');
  });

  it('of a directory that is not public says what to do without its key and with a wrong one', async () => {
    const seen = await visit(`${closed}/docs?document=rows#/time/NOW`);
    const { page } = seen;
    await says(page, 'This directory is not public: put its key into the field above');
    expect(await page.evaluate<number>("document.querySelectorAll('.opblock').length")).toBe(0);
    await giveKey(page, 'wrong-0123456789abcdef0123456789abcdef');
    await says(page, 'does not take this key');
    await giveKey(page, OWNER_KEY);
    await page.waitForSelector(`${NOW}.is-open`);
    await expectQuiet(seen);
  });

  it('shows the rows of one category, by address and by field', async () => {
    const seen = await visit(`${open}/docs?category=time`);
    const { page } = seen;
    const tags = "[...document.querySelectorAll('.opblock-tag')].map((tag) => tag.dataset.tag).join()";
    await until(page, `${tags} === 'time'`);
    await page.fill('#category', 'github');
    await page.press('#category', 'Enter');
    await until(page, `${tags} === 'github'`);
    expect(page.url()).toBe(`${open}/docs?document=rows&category=github`);
    await page.selectOption('#document', 'api');
    await page.waitForSelector(INVOKE);
    expect(page.url()).toBe(`${open}/docs`);
    await expectQuiet(seen);
  });

  it('shows what a row says without running it', async () => {
    const row = {
      key: 'HOSTILE',
      type: 'fn',
      target: 'template',
      category: 'hostile',
      content: '# WHAT: <img src=x onerror=alert(1)> axolotl <script>alert(2)</script>',
    };
    await fetch(`${open}/api/directory`, {
      method: 'POST',
      headers: { 'x-terminal-key': OWNER_KEY, 'content-type': 'application/json' },
      body: JSON.stringify(row),
    });
    const seen = await visit(`${open}/docs?category=hostile#/hostile/HOSTILE`);
    await seen.page.waitForSelector('#operations-hostile-HOSTILE.is-open');
    expect(await seen.page.textContent('#operations-hostile-HOSTILE')).toContain('axolotl');
    expect(await seen.page.evaluate<number>("document.querySelectorAll('#swagger-ui [onerror], #swagger-ui script').length")).toBe(0);
    await expectQuiet(seen);
  });

  it.each(['light', 'dark'])('fits a phone, %s', async (colorScheme) => {
    const { page } = await visit(`${open}/docs?document=rows#/time/NOW`, { viewport: { width: 360, height: 740 }, colorScheme });
    await page.waitForSelector(`${NOW}.is-open`);
    expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(360);
    expect(await page.evaluate<boolean>("document.documentElement.classList.contains('dark-mode')")).toBe(colorScheme === 'dark');
  });
});

describe('what the page is made of', () => {
  it('may load from this service alone', async () => {
    const { headers } = await fetch(`${open}/docs`);
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'; style-src 'self' 'unsafe-inline'; img-src 'self' data:; script-src 'self'; connect-src 'self'",
    );
  });

  it('is kept by caches under the address of its version, and not for long under another', async () => {
    const html = await (await fetch(`${open}/docs`)).text();
    const [style, script] = [/href="([^"]+\.css[^"]*)"/, /src="([^"]+bundle\.js[^"]*)"/].map((pattern) => String(pattern.exec(html)?.[1]));
    for (const address of [style, script]) {
      const file = await fetch(open + address);
      expect([file.status, file.headers.get('cache-control')]).toEqual([200, 'public, max-age=31536000, immutable']);
      const later = await fetch(`${open}${address}1`);
      expect(later.headers.get('cache-control')).toBe('public, max-age=60');
      expect(await later.text()).toBe(await file.text());
    }
  });

  it('comes with its licences, and with nothing else', async () => {
    expect(await (await fetch(`${open}/docs/swagger-ui-bundle.js.LICENSE.txt`)).text()).toContain('Apache License');
    for (const name of ['swagger-ui.js', 'package.json', 'errors', '..%2fpackage.json'])
      expect((await fetch(`${open}/docs/${name}`)).status).toBe(404);
  });
});
