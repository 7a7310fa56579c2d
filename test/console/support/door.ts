import type supertest from 'supertest';
import type { TestApi } from '../../support/api';

/** What a browser says of a request that a page of the service itself sends. */
export const FROM_OUR_PAGE = { 'Sec-Fetch-Site': 'same-origin' } as const;

export const DEVELOPMENT_COOKIE = 'ak_console';

type Headers = Readonly<Record<string, string>>;

/** A cookie as it was set, without what surrounds its value in the header. */
export interface SetCookie {
  readonly name: string;
  readonly value: string;
  /** In lower case, in the order of their names. */
  readonly attributes: readonly string[];
}

/** The cookie that the answer sets; null for none. */
export function cookieOf({ headers }: supertest.Response): SetCookie | null {
  const [line, ...others] = (headers['set-cookie'] ?? []) as unknown as string[];
  if (others.length > 0) throw new Error('More than one cookie was set');
  if (line === undefined) return null;
  const [pair = '', ...attributes] = line.split(/;\s*/);
  const [name = '', value = ''] = pair.split('=');
  return { name, value, attributes: attributes.map((one) => one.toLowerCase()).sort() };
}

/** The token that the answer put into the cookie. */
export function tokenOf(answer: supertest.Response): string {
  const { value = '' } = cookieOf(answer) ?? {};
  if (value === '') throw new Error(`No token was set: ${answer.status} ${answer.text}`);
  return value;
}

/** Whether the answer takes the cookie back. */
export function takesBack(answer: supertest.Response): boolean {
  const cookie = cookieOf(answer);
  return cookie?.value === '' && cookie.attributes.includes('expires=thu, 01 jan 1970 00:00:00 gmt');
}

/** Requests to the console's door, as its own page sends them. @param name of the cookie. */
export function doorOf(api: TestApi, name = DEVELOPMENT_COOKIE) {
  const post = (path: string, body: object, headers: Headers) =>
    api.http
      .post(`/console/session/${path}`)
      .set({ ...FROM_OUR_PAGE, ...headers })
      .send(body);
  const withToken = (token: string | null): Headers => (token === null ? {} : { Cookie: `${name}=${token}` });
  return {
    login: (credentials: object, headers: Headers = {}) => post('login', credentials, headers),
    mfa: (body: object, headers: Headers = {}) => post('mfa', body, headers),
    refresh: (token: string | null, headers: Headers = {}) => post('refresh', {}, { ...withToken(token), ...headers }),
    logout: (token: string | null, headers: Headers = {}) => post('logout', {}, { ...withToken(token), ...headers }),
  };
}
