import { extname } from 'node:path';
import type { NextFunction, Response } from 'express';
import type { Config } from '@libs/foundation';
import { matchesETag } from '../http/answers/cached-answer';
import { markup } from '../http/answers/markup';
import { preferredEncoding } from '../http/request/accepted-encodings';
import { carriesBody } from '../http/request/json-body';
import type { ApiRequest } from '../http/request/request';
import { MethodNotAllowedError, RouteNotFoundError } from '../http/request/request-errors';
import { forgetBodyAfterAnswer } from '../http/request/unread-body';
import type { Route } from '../surfaces/routes';
import { type ConsoleBundle, type ConsoleFile, ConsoleNotBuiltError, readConsole } from './console-bundle';
import { CONSOLE_HEADERS } from './console-headers';

const ROOT = '/console';
const INDEX = 'index.html';
/** Where names contain a hash of the content. */
const HASHED = 'assets/';
/** The style of previews. They are documents of no origin, to which nothing of the same origin is ever given. */
const OF_PREVIEWS = 'phone.css';
const FOR_GOOD = 'public, max-age=31536000, immutable';

const READING = ['GET', 'HEAD'];

type Handler = (request: ApiRequest, response: Response, next: NextFunction) => void;

/**
 * Serves the console from memory, before bodies are read: no database, no session, no limit. Its screens are paths of its
 * own router, so every path that is no file is the page.
 *
 * @param routes of the api: those below the console are left to it.
 * @param directory where it is built, if not where the build puts it.
 * @throws ConsoleNotBuiltError in production; elsewhere the reason is shown in its place.
 */
export function consolePages(config: Config, routes: readonly Route[], directory?: string): Handler {
  const serve = serving(config.production, directory);
  const home = new URL(`${config.publicBaseUrl}${ROOT}/`).pathname;
  const methodsOf = methodsByPath(routes);
  return (request, response, next) => {
    const { path, method } = request;
    if (path === '/' && READING.includes(method) && isForBrowser(request)) return redirect(response, 302, home);
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return next();
    response.setHeaders(CONSOLE_HEADERS as Map<string, string>);
    const methods = methodsOf.get(path.replace(/\/$/, ''));
    if (!(methods ?? READING).includes(method)) {
      response.setHeader('Allow', (methods ?? READING).join(', '));
      return next(new MethodNotAllowedError());
    }
    if (methods) return next();
    request.route = { path: `${ROOT}/*` };
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    if (carriesBody(request)) forgetBodyAfterAnswer(request, response);
    if (path === ROOT) return redirect(response, 308, home + searchOf(request));
    serve(request, response, next);
  };
}

function serving(isProduction: boolean, directory?: string): Handler {
  try {
    return serveFilesOf(readConsole(directory));
  } catch (error) {
    if (isProduction || !(error instanceof ConsoleNotBuiltError)) throw error;
    const page = reasonPage(error.message);
    return (_request, response) => void response.status(503).type('html').end(page);
  }
}

function serveFilesOf(bundle: ConsoleBundle): Handler {
  const index = bundle.get(INDEX);
  if (!index) throw new Error('The console has no page');
  return (request, response, next) => {
    const name = request.path.slice(ROOT.length + 1);
    const file = bundle.get(name);
    if (!file && name.startsWith(HASHED)) return next(new RouteNotFoundError());
    send(request, response, file ? name : INDEX, file ?? index);
  };
}

function send(request: ApiRequest, response: Response, name: string, { plain, encoded }: ConsoleFile): void {
  const encoding = preferredEncoding(request.headers['accept-encoding'], [...encoded.keys()]);
  const { body, etag } = (encoding && encoded.get(encoding)) || plain;
  response.setHeader('Cache-Control', name.startsWith(HASHED) ? FOR_GOOD : 'no-cache');
  if (name === OF_PREVIEWS) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
  response.setHeader('ETag', etag);
  response.vary('Accept-Encoding');
  if (matchesETag(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.type(extname(name)).setHeader('Content-Length', body.length);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.status(200).end(request.method === 'HEAD' ? undefined : body);
}

function redirect(response: Response, status: number, location: string): void {
  response.status(status).setHeader('Location', location).end();
}

/** What somebody sees who opens the console while its sources are wrong. */
function reasonPage(reason: string): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>AppKernel</title>
</head>
<body>
<h1>There is no console</h1>
<pre>${reason}</pre>
</body>
</html>
`.text;
}

/** Programs that ask for the root are told, as ever, that there is nothing. */
function isForBrowser({ headers: { accept } }: ApiRequest): boolean {
  return accept?.includes('text/html') ?? false;
}

function searchOf({ url }: ApiRequest): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

/** Of those routes of the api that are below the console. */
function methodsByPath(routes: readonly Route[]): ReadonlyMap<string, readonly string[]> {
  const below = routes.filter(({ path }) => path.startsWith(`${ROOT}/`));
  const named = below.map(({ path, method }) => ({
    path,
    methods: method === 'get' ? READING : [method.toUpperCase()],
  }));
  return new Map(
    [...Map.groupBy(named, ({ path }) => path)].map(([path, same]) => [path, same.flatMap(({ methods }) => methods)]),
  );
}
