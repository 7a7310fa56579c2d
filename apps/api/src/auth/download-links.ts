import {
  applyDecorators,
  type CallHandler,
  type ExecutionContext,
  Inject,
  Injectable,
  type NestInterceptor,
  SetMetadata,
  UseInterceptors,
} from '@nestjs/common';
import { ApiSecurity } from '@nestjs/swagger';
import { CONFIG, type Config } from '@libs/foundation';
import { type Downloaded, DownloadLinks, DownloadLinksService } from '@libs/iam';
import { ResourceNotFoundError } from '@libs/kernel';
import { from, type Observable, switchMap } from 'rxjs';
import { baseUrlFor } from '../http/request/base-url';
import type { Query } from '../http/request/query';
import type { ApiRequest } from '../http/request/request';
import { RangeNotSatisfiableError } from '../http/request/request-errors';

const BY_LINK = 'appkernel:by-link';

/** The parameter that takes the place of the bearer. */
const TOKEN = 'download_token';

/** What is added to the path of a download where links to it are made. */
const MAKES_LINK = /\/download-link\/?$/;

/** A link as administrators get it. */
export interface MadeLink {
  readonly url: string;
  readonly expiresAt: Date;
}

/** Makes links to what a bearer of an administrator may download. */
@Injectable()
export class MadeLinks {
  constructor(
    private readonly links: DownloadLinksService,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** To the download at the path before `/download-link`, with the same query. */
  async create(request: ApiRequest, downloaded: Downloaded): Promise<MadeLink> {
    const { admin, claims } = request;
    if (!admin || !claims) throw new Error('Only the bearer of an administrator makes links');
    const target = targetOf(request, request.path.replace(MAKES_LINK, ''));
    const { token, expiresAt } = await this.links.create(admin.tenantId, claims, target, downloaded);
    const url = `${baseUrlFor(request, this.config.publicBaseUrl)}${target}`;
    return { url: `${url}${target.includes('?') ? '&' : '?'}${TOKEN}=${token}`, expiresAt };
  }
}

/** The token of the link to a download that takes one; undefined for any other request. */
export function downloadTokenOf({ query }: ApiRequest, handler: object): unknown {
  return Reflect.hasMetadata(BY_LINK, handler) ? (query as Query)[TOKEN] : undefined;
}

/** What a request asks for, in one spelling: browsers write some characters of a query in another way. */
export function targetOf({ originalUrl, path }: ApiRequest, of = path): string {
  const mark = originalUrl.indexOf('?');
  const query = new URLSearchParams(mark < 0 ? '' : originalUrl.slice(mark + 1));
  query.delete(TOKEN);
  return query.size > 0 ? `${of}?${query.toString()}` : of;
}

/** Opens a link once, after everything that may refuse it, and only as a whole. */
@Injectable()
export class UsesDownloadLink implements NestInterceptor {
  constructor(private readonly links: DownloadLinks) {}

  intercept(context: ExecutionContext, next: CallHandler): Observable<unknown> {
    const request = context.switchToHttp().getRequest<ApiRequest>();
    const { downloadLink: link, method, headers } = request;
    // HEAD asks what there is.
    if (!link || method === 'HEAD') return next.handle();
    if (headers.range !== undefined) throw new RangeNotSatisfiableError();
    return from(this.links.take(link)).pipe(
      switchMap((isFirst) => {
        if (!isFirst) throw new ResourceNotFoundError();
        return next.handle();
      }),
    );
  }
}

/** A download that a link opens as well as the bearer with which it was made. */
export function DownloadableByLink(): MethodDecorator {
  return applyDecorators(SetMetadata(BY_LINK, true), UseInterceptors(UsesDownloadLink), ApiSecurity({}));
}
