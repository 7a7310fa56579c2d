import type { AddressInfo } from 'node:net';
import { createServer } from 'node:http';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { adminClient, BOOTSTRAP } from '../admin/support/admin';
import { describeInBrowser, sharedBrowser } from '../support/browser';
import { suiteApi } from '../support/suite';

interface Told {
  readonly status: number;
  readonly body: { readonly data?: { readonly access_token: string } | null; readonly code?: string } | null;
}

describeInBrowser('The console and its door, in a browser', () => {
  const api = suiteApi();
  const contexts: BrowserContext[] = [];
  let browser: Browser;

  beforeAll(async () => {
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await Promise.all(contexts.map((context) => context.close()));
  });

  /** What a script on the page is told. */
  const knock = (page: Page, path: string, body: object = {}): Promise<Told> =>
    page.evaluate(
      async ([url, text]) => {
        const headers = { 'Content-Type': 'application/json' };
        const answer = await fetch(url, { method: 'POST', headers, body: text, credentials: 'include' });
        return { status: answer.status, body: (await answer.json()) as Told['body'] };
      },
      [`${api.url}/console/session/${path}`, JSON.stringify(body)] as const,
    );

  /** A document of our own that sends nothing by itself, and whatever is done on it against its policy or in vain. */
  async function open(): Promise<{ page: Page; complaints: string[] }> {
    const context = await browser.newContext();
    contexts.push(context);
    const page = await context.newPage();
    const complaints: string[] = [];
    page.on('console', (message) => message.type() === 'error' && complaints.push(message.text()));
    page.on('pageerror', (error) => complaints.push(error.message));
    await page.goto(`${api.url}/console/env.json`);
    return { page, complaints };
  }

  it('keep a session that no script sees, through a reload, until it is ended', async () => {
    const { page, complaints } = await open();
    expect(await knock(page, 'refresh')).toEqual({ status: 200, body: { data: null } });
    expect((await knock(page, 'login', BOOTSTRAP)).status).toBe(200);
    expect(await page.evaluate('document.cookie')).toBe('');
    await page.reload();
    const { body } = await knock(page, 'refresh');
    await adminClient(api, body?.data?.access_token).get('auth/context').expect(200);
    expect((await knock(page, 'logout')).status).toBe(200);
    expect(await page.context().cookies()).toEqual([]);
    expect(await knock(page, 'refresh')).toEqual({ status: 200, body: { data: null } });
    expect(complaints).toEqual([]);
  });

  it('are nothing to the page of another site', async () => {
    const { page } = await open();
    await knock(page, 'login', BOOTSTRAP);
    const cookies = await page.context().cookies();
    expect(cookies).toEqual([expect.objectContaining({ name: 'ak_console', httpOnly: true, sameSite: 'Strict' })]);
    // Another port is the same site, which `SameSite` alone would let through.
    const other = createServer((_request, response) => response.setHeader('Content-Type', 'text/html').end('<p>other'));
    await new Promise<void>((listening) => other.listen(0, '127.0.0.1', listening));
    try {
      const foreign = await page.context().newPage();
      const sent: string[] = [];
      foreign.on('request', (request) => sent.push(new URL(request.url()).pathname));
      await foreign.goto(`http://127.0.0.1:${(other.address() as AddressInfo).port}/`);
      await foreign.evaluate(async (door) => {
        const send = (path: string) =>
          fetch(door + path, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' });
        await Promise.allSettled([send('refresh'), send('logout')]);
      }, `${api.url}/console/session/`);
      expect(sent).toEqual(expect.arrayContaining(['/console/session/refresh', '/console/session/logout']));
      expect(await page.context().cookies()).toEqual(cookies);
      expect((await knock(page, 'refresh')).body?.data?.access_token).toMatch(/^eyJ/);
    } finally {
      other.close();
    }
  });
});
