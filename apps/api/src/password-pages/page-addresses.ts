import type { Config } from '@libs/foundation';

/** Whether mailed links lead here, and not to a console of its own. */
export function servesPasswordPages({ publicBaseUrl, adminBaseUrl }: Config): boolean {
  return baseOf(adminBaseUrl) === baseOf(publicBaseUrl);
}

/** A path of this service as a browser has to ask for it: a proxy may have put a path of its own before it. */
export function pathFor({ publicBaseUrl }: Config, path: string): string {
  return new URL(baseOf(publicBaseUrl) + path).pathname;
}

/** The URL of a path of this service, as clients reach it. */
export function urlFor({ publicBaseUrl }: Config, path: string): string {
  return baseOf(publicBaseUrl) + path;
}

function baseOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
