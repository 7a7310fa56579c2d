import { randomUUID } from 'node:crypto';
import type { IncomingHttpHeaders } from 'node:http';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { Express, NextFunction, Response } from 'express';
import { type Config, endWatched, type Logger, REQUESTS, type WatchedRequest } from '@libs/foundation';
import { negotiateLocale, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import { routesOf } from '../surfaces/routes';
import { RateLimits } from '../rate-limits/rate-limits';
import { addressKey, clientAddress } from '../http/request/client-address';
import { hasOneHost } from '../http/request/host';
import { jsonBody } from '../http/request/json-body';
import { KnownRoutes } from '../http/request/known-routes';
import type { ApiRequest } from '../http/request/request';
import { parseQuery } from '../http/request/query';
import { MalformedRequestError } from '../http/request/request-errors';
import type { PagesHandler } from '../http/answers/bundle-answer';
import { securityHeaders } from '../http/answers/security-headers';

const REQUEST_ID = /^[A-Za-z0-9._-]{1,128}$/;
const MAX_URL_LENGTH = 8 * 1024;
const MAX_PROXIES = 32;

type TrustsProxy = (address: string, hop: number) => boolean;

/** The locale of answers that belong to no App. */
export const SERVICE_LOCALE: SupportedLocale = 'en-US';

const EXPOSED_HEADERS = [
  ...['X-Request-ID', 'Retry-After', 'RateLimit', 'RateLimit-Policy', 'ETag', 'Content-Language', 'Content-Location'],
  ...['Idempotent-Replayed', 'Content-Disposition', 'Content-Range', 'Accept-Ranges', 'X-App-Onboarding-Version'],
].join(', ');
const ALLOWED_HEADERS = [
  ...['Authorization', 'Content-Type', 'Accept-Language', 'X-AppID', 'X-AK-Device-Key', 'X-Request-ID'],
  ...['Idempotency-Key', 'X-Step-Up-Token', 'X-Tenant-ID', 'X-Reason', 'If-None-Match', 'Range', 'If-Range'],
].join(', ');

/**
 * The steps of every request before it is routed, in this order.
 *
 * @param pages what a request may be answered by before its body is read.
 */
export function useMiddleware(
  app: NestExpressApplication,
  config: Config,
  logger: Logger,
  isShuttingDown: () => boolean,
  pages: readonly PagesHandler[],
): void {
  app.set('query parser', parseQuery);
  app.set('etag', false);
  trustProxies(app, config.http.trustProxy);
  app.disable('x-powered-by');
  app.use(identify);
  app.use(accessLog(logger));
  app.use(lastOnConnection(isShuttingDown));
  app.use(withHeaders(securityHeaders(config)));
  app.use(checkHost);
  app.use(cors(config.http.corsOrigins));
  app.use(checkUrl);
  for (const handler of pages) app.use(handler);
  const limits = app.get(RateLimits);
  app.use(
    jsonBody({
      routes: new KnownRoutes(routesOf(app)),
      countRefusal: (request, response) => limits.count('refused_bodies', addressKey(request), response),
    }),
  );
}

/** Trusts proxies as Express does, but only as many as a real chain has: each address costs a comparison. */
function trustProxies(app: NestExpressApplication, trusted: Config['http']['trustProxy']): void {
  app.set('trust proxy', trusted);
  const express: Express = app.getHttpAdapter().getInstance();
  const isTrusted = express.get('trust proxy fn') as TrustsProxy;
  app.set('trust proxy', ((address, hop) => hop < MAX_PROXIES && isTrusted(address, hop)) satisfies TrustsProxy);
}

function identify(request: ApiRequest, response: Response, next: NextFunction): void {
  request.id = requestIdOf(request.headers);
  request.locale = negotiateLocale(request.headers['accept-language'], SUPPORTED_LOCALES, SERVICE_LOCALE);
  response.setHeader('X-Request-ID', request.id);
  // Cacheable answers override it.
  response.setHeader('Cache-Control', 'no-store');
  next();
}

/** The id that the client sent, if it is well-formed. */
export function requestIdOf(headers: IncomingHttpHeaders): string {
  const given = headers['x-request-id'];
  return typeof given === 'string' && REQUEST_ID.test(given) ? given : randomUUID();
}

function accessLog(logger: Logger) {
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    const watched = logWhenDone(request, response, logger);
    if (watched) REQUESTS.runStores(watched, () => next());
    else next();
  };
}

/**
 * One line per request, when it is done. Only the path is logged: a query may carry a signature.
 *
 * @returns the request for metrics and traces, if they are enabled.
 */
export function logWhenDone(request: ApiRequest, response: Response, logger: Logger): WatchedRequest | null {
  const start = performance.now();
  // The address is unknown after the connection has ended.
  const ip = clientAddress(request);
  const watched = REQUESTS.hasSubscribers ? watchedOf(request) : null;
  response.on('close', () => {
    const ms = performance.now() - start;
    const route = (request.route as { path?: string } | undefined)?.path ?? null;
    const status = response.writableFinished ? response.statusCode : 499;
    const tenantId = request.currentApp?.tenantId ?? request.admin?.tenantId ?? request.apiClient?.tenantId;
    const appId = request.currentApp?.id ?? request.managedApp?.id;
    logger.request({
      request_id: request.id,
      method: request.method,
      route,
      status,
      error_code: request.errorCode,
      ms: Math.round(ms * 100) / 100,
      tenant_id: tenantId,
      app_id: appId,
      // A client may be in the administrator's place.
      user_id: request.member?.userId ?? (request.apiClient ? undefined : request.admin?.userId),
      client_id: request.apiClient?.id,
      ip,
    });
    if (watched) endWatched(watched, { requestId: request.id, route, status, seconds: ms / 1_000, tenantId, appId });
  });
  return watched;
}

function watchedOf({ method, headers }: ApiRequest): WatchedRequest {
  const { traceparent } = headers;
  return { method, traceparent: typeof traceparent === 'string' ? traceparent : undefined, endings: [] };
}

/** Tells keep-alive clients to reconnect elsewhere once this process is shutting down. */
function lastOnConnection(isShuttingDown: () => boolean) {
  return (_request: ApiRequest, response: Response, next: NextFunction): void => {
    if (isShuttingDown()) response.setHeader('Connection', 'close');
    next();
  };
}

function withHeaders(headers: ReadonlyMap<string, string>) {
  return (_request: ApiRequest, response: Response, next: NextFunction): void => {
    response.setHeaders(headers as Map<string, string>);
    next();
  };
}

/** Cross-origin access for the listed origins only. Tokens travel in headers, so cookies are never allowed. */
function cors(origins: readonly string[]) {
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    const { origin } = request.headers;
    if (origins.length > 0) response.vary('Origin');
    if (!origin || !origins.includes(origin)) return next();
    response.setHeader('Access-Control-Allow-Origin', origin);
    response.setHeader('Access-Control-Expose-Headers', EXPOSED_HEADERS);
    if (request.method !== 'OPTIONS' || !request.headers['access-control-request-method']) return next();
    response.setHeader('Access-Control-Allow-Methods', 'GET, HEAD, POST, PUT, PATCH, DELETE');
    response.setHeader('Access-Control-Allow-Headers', ALLOWED_HEADERS);
    response.setHeader('Access-Control-Max-Age', '600');
    response.status(204).end();
  };
}

function checkHost(request: ApiRequest, _response: Response, next: NextFunction): void {
  next(hasOneHost(request) ? undefined : new MalformedRequestError());
}

/** Checked after CORS, so that browsers can read the refusal. */
function checkUrl(request: ApiRequest, _response: Response, next: NextFunction): void {
  next(request.url.length > MAX_URL_LENGTH ? new MalformedRequestError() : undefined);
}
