import type { Response } from 'express';
import { type Config, type Logger, REQUESTS } from '@libs/foundation';
import {
  type CachedAnswer,
  contentHeadersOf,
  LOCALISED_BY,
  matchesETag,
  validatorsOf,
} from '../http/answers/cached-answer';
import { securityHeaders } from '../http/answers/security-headers';
import { hasOneHost } from '../http/request/host';
import type { ApiRequest } from '../http/request/request';
import type { KnownAnswers } from '../surfaces/known-answers';
import { logWhenDone, requestIdOf } from './middleware';

/** Printable characters except `#`, which Express reads as the start of a fragment. */
const PLAIN = /^[\x21\x22\x24-\x7e]{0,1024}$/;

/** Alternating names and values for `writeHead`: setting each header costs as much as the rest of the answer. */
interface Heads {
  readonly ok: readonly string[];
  readonly notModified: readonly string[];
}

/**
 * Answers cached requests before Express and Nest, which would take most of their time. Unusual requests are left to
 * these, so that no decision is made twice.
 */
export class EarlyAnswers {
  private readonly heads = new WeakMap<CachedAnswer, Heads>();
  private readonly common: [string, string][];
  private readonly hasCors: boolean;

  constructor(
    private readonly known: KnownAnswers,
    private readonly logger: Logger,
    private readonly isShuttingDown: () => boolean,
    config: Config,
  ) {
    this.common = [...securityHeaders(config)];
    this.hasCors = config.http.corsOrigins.length > 0;
  }

  /** Whether it has answered. */
  answer(request: ApiRequest, response: Response): boolean {
    const { headers, url } = request;
    if (this.isShuttingDown() || !isPlain(request) || (this.hasCors && headers.origin !== undefined)) return false;
    const mark = url.indexOf('?');
    const search = mark < 0 ? '' : url.slice(mark + 1);
    if (!PLAIN.test(search)) return false;
    const known = this.known.find(mark < 0 ? url : url.slice(0, mark), search, headers);
    if (!known) return false;
    request.id = requestIdOf(headers);
    request.currentApp = known.app;
    request.route = { path: known.path };
    const watched = logWhenDone(request, response, this.logger);
    if (watched) REQUESTS.publish(watched);
    this.send(request, response, known.answer);
    return true;
  }

  private send({ id, method, headers }: ApiRequest, response: Response, answer: CachedAnswer): void {
    const { ok, notModified } = this.headsOf(answer);
    if (matchesETag(headers['if-none-match'], answer.etag)) {
      response.writeHead(304, [...notModified, 'X-Request-ID', id]).end();
    } else {
      response.writeHead(200, [...ok, 'X-Request-ID', id]).end(method === 'HEAD' ? undefined : answer.body);
    }
  }

  private headsOf(answer: CachedAnswer): Heads {
    const built = this.heads.get(answer);
    if (built) return built;
    const dependencies = [...(this.hasCors ? ['Origin'] : []), ...(answer.locale ? [LOCALISED_BY] : [])].join(', ');
    const vary: [string, string][] = dependencies === '' ? [] : [['Vary', dependencies]];
    const common = [...this.common, ...validatorsOf(answer), ...vary];
    const heads = { ok: [...common, ...contentHeadersOf(answer)].flat(), notModified: common.flat() };
    this.heads.set(answer, heads);
    return heads;
  }
}

/** Whether it is a read over HTTP/1.1 without a body or special expectations. */
function isPlain(request: ApiRequest): boolean {
  const { method, httpVersion, headers } = request;
  return (
    (method === 'GET' || method === 'HEAD') &&
    httpVersion === '1.1' &&
    hasOneHost(request) &&
    headers['content-length'] === undefined &&
    headers['transfer-encoding'] === undefined &&
    headers.expect === undefined &&
    headers.upgrade === undefined
  );
}
