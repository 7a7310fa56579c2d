import type { Config } from '@libs/foundation';

/** Whether mailed links lead here rather than to a separate console. */
export function servesPasswordPages({ publicBaseUrl, adminBaseUrl }: Config): boolean {
  return baseOf(adminBaseUrl) === baseOf(publicBaseUrl);
}

/** A path of this service as browsers must request it: a proxy may have added a prefix. */
export function pathFor({ publicBaseUrl }: Config, path: string): string {
  return new URL(baseOf(publicBaseUrl) + path).pathname;
}

function baseOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
