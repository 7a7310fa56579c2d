import { existsSync } from 'node:fs';
import { setTimeout } from 'node:timers/promises';
import { type Browser, type BrowserContext, chromium } from 'playwright-core';

/** The headless shell has no windows to take care of: a suite takes a quarter less of the processor with it. */
const INSTALLED = ['/usr/bin/chromium-headless-shell', '/usr/bin/chromium'];

const CHROMIUM = process.env['CHROMIUM_PATH'] ?? INSTALLED.find((path) => existsSync(path));

const PATIENCE_MS = 120_000;

/** How late whatever a page asks for comes, more or less: with half a second, a suite that looks too early fails. */
const LATE_MS = Number(process.env['SLOW_PAGES_MS'] ?? 0);

/** A container has no sandbox and no graphics card; drawing as if there were one is a third of what a page costs. */
const ARGUMENTS = ['--no-sandbox', '--disable-gpu', '--renderer-process-limit=1'];

/** `describe` where there is a browser. Elsewhere it says that `what` is skipped. */
export function describeInBrowser(what: string, suite: () => void): void {
  const isThere = CHROMIUM !== undefined && existsSync(CHROMIUM);
  if (!isThere) process.stderr.write(`chromium is not here, and this is skipped: ${what}\n`);
  (isThere ? describe : describe.skip)(what, suite);
}

let shared: Promise<Browser> | null = null;

/** One for all suites of a process, which ends with it: starting one costs as much as ten pages. */
export async function sharedBrowser(): Promise<Browser> {
  if (!(await shared)?.isConnected()) shared = launchBrowser();
  return shared!;
}

/** Pages are waited for as long as anything else (`eventually`). */
export async function launchBrowser(): Promise<Browser> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ARGUMENTS, timeout: PATIENCE_MS });
  return browser.on('context', (context) => {
    context.setDefaultTimeout(PATIENCE_MS);
    if (LATE_MS > 0) void comesLate(context);
  });
}

async function comesLate(context: BrowserContext): Promise<void> {
  await context.route('**/*', async (route) => {
    // Not in the order in which it was asked for.
    await setTimeout(LATE_MS * (0.5 + Math.random()));
    // The page may have given up asking.
    await route.continue().catch(() => undefined);
  });
}
