import type { Config } from '@libs/foundation';

/**
 * Whether mailed links lead here rather than to a separate console. That of this service needs scripts: the pages stay
 * beside it.
 */
export function servesPasswordPages({ publicBaseUrl, adminBaseUrl, http }: Config): boolean {
  const [own, named] = [baseOf(publicBaseUrl), baseOf(adminBaseUrl)];
  return named === own || (http.consoleEnabled && named === `${own}/console`);
}

/** A path of this service as browsers must request it: a proxy may have added a prefix. */
export function pathFor({ publicBaseUrl }: Config, path: string): string {
  return new URL(baseOf(publicBaseUrl) + path).pathname;
}

function baseOf(url: string): string {
  return new URL(url).href.replace(/\/+$/, '');
}
