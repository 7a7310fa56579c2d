import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/foundation';
import { claimsJson } from '../http/request/json-body';
import type { ApiRequest } from '../http/request/request';
import { UnsupportedMediaTypeError } from '../http/request/request-errors';
import { error } from '../locales/texts';

export class CrossSiteError extends error('forbidden', 'REQUEST.CROSS_SITE', 'Request from another site') {}

/**
 * Admits what a script of our own page sends: JSON, and from the same origin as the browser says. An older one says only
 * which origin that is. A request that says neither is refused: what the cookie is worth does not depend on what a client
 * leaves out.
 */
@Injectable()
export class OwnPageGuard implements CanActivate {
  private readonly consoleOrigin: string;
  private readonly isHttps: boolean;

  constructor(@Inject(CONFIG) { adminBaseUrl, publicBaseUrl }: Config) {
    this.consoleOrigin = new URL(adminBaseUrl).origin;
    this.isHttps = publicBaseUrl.startsWith('https:');
  }

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!this.isOwn(request)) throw new CrossSiteError();
    if (!claimsJson(request)) throw new UnsupportedMediaTypeError();
    return true;
  }

  private isOwn({ headers }: ApiRequest): boolean {
    const { 'sec-fetch-site': site, origin = '', host } = headers;
    if (site !== undefined) return site === 'same-origin';
    if (origin === this.consoleOrigin) return true;
    const { protocol, host: named } = URL.parse(origin) ?? {};
    // Whoever is on the way can be any page without https.
    return named !== undefined && named === host && (protocol === 'https:' || (protocol === 'http:' && !this.isHttps));
  }
}
