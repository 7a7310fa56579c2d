import type { CookieOptions } from 'express';
import type { Config } from '@libs/foundation';
import type { ApiRequest } from './request';

/** As tokens are spelled, and no longer than any of them. */
const TOKEN = /^[\w-]{1,200}$/;

/** What neither is nor ever was a token. */
const NO_TOKEN = '';

/** How a cookie has to be set, and later taken back. */
export interface ConsoleCookie {
  readonly name: string;
  readonly options: Readonly<CookieOptions>;
}

/**
 * The cookie with the refresh token of the console. Browsers take one with the prefix only from this very host, over
 * https, so nobody else can plant one. In development there may be no https.
 */
export function consoleCookie({ production, publicBaseUrl }: Config): ConsoleCookie {
  const secure = production || publicBaseUrl.startsWith('https:');
  return {
    name: secure ? '__Host-ak_console' : 'ak_console',
    options: { httpOnly: true, secure, sameSite: 'strict', path: '/' },
  };
}

/**
 * The token in the cookie of the request; null without the cookie. A cookie that holds no token, or comes twice, so that
 * it is unknown which is ours, counts as one that has ended.
 */
export function consoleTokenOf({ headers: { cookie } }: ApiRequest, config: Config): string | null {
  if (cookie === undefined) return null;
  const { name } = consoleCookie(config);
  const values = cookie.split(';').flatMap((pair) => {
    const mark = pair.indexOf('=');
    return mark >= 0 && pair.slice(0, mark).trim() === name ? [pair.slice(mark + 1).trim()] : [];
  });
  const [value, ...others] = values;
  if (value === undefined) return null;
  return others.length === 0 && TOKEN.test(value) ? value : NO_TOKEN;
}
