import { type CanActivate, type ExecutionContext, Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/foundation';
import { type ApiRequest, isReading } from '../http/request/request';
import { error } from '../locales/texts';

export class ForeignFormError extends error('forbidden', 'REQUEST.FOREIGN_FORM', 'Form from another site') {}

/**
 * Accepts forms only from pages of this service. `Sec-Fetch-Site` decides if the browser sends it. An older browser
 * sends the origin, or `null`, since the pages send no referrer. A request with neither header does not come from a
 * page of another site: browsers send one with such a form.
 */
@Injectable()
export class SameSiteGuard implements CanActivate {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  canActivate(context: ExecutionContext): boolean {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    if (!isReading(request) && !this.isOwn(request)) throw new ForeignFormError();
    return true;
  }

  private isOwn({ headers }: ApiRequest): boolean {
    const site = headers['sec-fetch-site'];
    if (site !== undefined) return site === 'same-origin' || site === 'none';
    const { origin = 'null', host } = headers;
    if (origin === 'null') return true;
    if (!URL.canParse(origin)) return false;
    return origin === new URL(this.config.publicBaseUrl).origin || new URL(origin).host === host;
  }
}
