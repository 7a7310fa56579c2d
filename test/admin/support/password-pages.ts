import type supertest from 'supertest';
import { anEmail, type TestApi } from '../../support/api';
import { anAdmin, type Admin, adminClient, asOwner } from './admin';
import { linkSentTo } from './tenants';

export const NO_LINK = 'This link is no longer valid';

/** Markup that nobody must be able to inject into a page. */
export const MARKUP = "\"><script>alert(1)</script><p id='x'>&amp;";

/** The link in the mail, as a path of the server under test. */
export async function pathSentTo(api: TestApi, email: string, links = 1): Promise<string> {
  const { pathname, search } = await linkSentTo(api, email, links);
  return pathname + search;
}

/** The page of the link for those without scripts, for whom the screen of the console that it names is nothing. */
export async function plainPageSentTo(api: TestApi, email: string): Promise<string> {
  const path = await pathSentTo(api, email);
  if (!path.startsWith('/console/')) throw new Error(`The link does not lead to the console: ${path}`);
  return path.slice('/console'.length);
}

export function tokenOf(path: string): string {
  return new URLSearchParams(path.split('?')[1]).get('token') ?? '';
}

/** A new administrator who has chosen no password yet, and the page of the mailed invitation. */
export async function anInvitation(api: TestApi, email = anEmail()): Promise<{ email: string; path: string }> {
  const owner = await asOwner(api);
  await owner.post('users', { email, display_name: 'Lin', roles: ['auditor'] }).expect(201);
  return { email, path: await plainPageSentTo(api, email) };
}

/** An administrator who forgot the password, and the page of the mailed link. */
export async function aReset(api: TestApi): Promise<{ admin: Admin; path: string }> {
  const admin = await anAdmin(api, ['auditor']);
  await adminClient(api).post('auth/password/forgot', { email: admin.email }).expect(202);
  return { admin, path: await plainPageSentTo(api, admin.email) };
}

/** What a browser sends with a form of this site, from a page whose referrer policy is `no-referrer`. */
const FROM_THE_PAGE = { 'Sec-Fetch-Site': 'same-origin', Origin: 'null' };

interface Form {
  readonly token?: string;
  readonly password?: string;
  readonly password_repeat?: string;
}

/** Opens the page of a link and sends its form, filled in, as a browser without scripts does. */
export async function fillIn(
  api: TestApi,
  path: string,
  password: string,
  { repeat = password, headers = FROM_THE_PAGE }: { repeat?: string; headers?: Readonly<Record<string, string>> } = {},
): Promise<supertest.Response> {
  const { text } = await api.http.get(path).expect(200);
  const [, action = ''] = /<form method="post" action="([^"]+)"/.exec(text) ?? [];
  const [, token = ''] = /<input type="hidden" name="token" value="([^"]+)"/.exec(text) ?? [];
  return send(api, action, { token, password, password_repeat: repeat }, headers);
}

/** Sends the form, whatever the page contains. */
export function send(
  api: TestApi,
  path: string,
  form: Form | string,
  headers: Readonly<Record<string, string>> = FROM_THE_PAGE,
) {
  const body = typeof form === 'string' ? form : new URLSearchParams(form as Record<string, string>).toString();
  return api.http.post(path).redirects(0).type('form').set(headers).send(body);
}
