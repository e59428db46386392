// A real browser, driven by playwright-core out of the package of heavy test tools.
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';

interface Playwright {
  readonly chromium: { launch(options: object): Promise<Browser> };
}

/** What the tests use of playwright-core, whose types stand in another package. */
export interface Browser {
  newPage(options?: object): Promise<Page>;
  close(): Promise<void>;
}

export interface Page {
  goto(url: string): Promise<unknown>;
  url(): string;
  fill(selector: string, text: string): Promise<void>;
  click(selector: string): Promise<void>;
  selectOption(selector: string, value: string): Promise<unknown>;
  inputValue(selector: string): Promise<string>;
  press(selector: string, key: string): Promise<void>;
  textContent(selector: string): Promise<string | null>;
  isDisabled(selector: string): Promise<boolean>;
  waitForSelector(selector: string): Promise<unknown>;
  waitForURL(url: RegExp): Promise<void>;
  evaluate<T>(script: string): Promise<T>;
  screenshot(options: object): Promise<unknown>;
  on(
    event: 'request' | 'pageerror' | 'console',
    listener: (event: { url(): string; text(): string; type(): string; headers(): Record<string, string>; message?: string }) => void,
  ): void;
  keyboard: { press(key: string): Promise<void>; type(text: string): Promise<void> };
}

const PLACES = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
];

/** A browser of its own for each caller: the one that CHROMIUM names, else the first that is installed. */
export function launchBrowser(root: string): Promise<Browser> {
  const executablePath = process.env.CHROMIUM ?? PLACES.find((path) => existsSync(path));
  if (executablePath === undefined) throw new Error('no browser: install chromium (Debian: apt-get install chromium), or set CHROMIUM to one');
  const { chromium } = createRequire(join(root, 'test/tools/package.json'))('playwright-core') as Playwright;
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] });
}
