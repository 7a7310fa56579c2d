import type { Config } from '@libs/foundation';
import { readBundle } from '../http/answers/bundle';
import {
  HASHED,
  type PagesHandler,
  READING,
  redirect,
  searchOf,
  sendBundled,
  servingBuilt,
} from '../http/answers/bundle-answer';
import { carriesBody } from '../http/request/json-body';
import type { ApiRequest } from '../http/request/request';
import { MethodNotAllowedError, RouteNotFoundError } from '../http/request/request-errors';
import { forgetBodyAfterAnswer } from '../http/request/unread-body';
import type { Route } from '../surfaces/routes';
import { CONSOLE_HEADERS } from './console-headers';

const ROOT = '/console';
const INDEX = 'index.html';
/** The style of previews. They are documents of no origin, to which nothing of the same origin is ever given. */
const OF_PREVIEWS = 'phone.css';

/**
 * Serves the console from memory, before bodies are read: no database, no session, no limit. Its screens are paths of its
 * own router, so every path that is no file is the page.
 *
 * @param routes of the api: those below the console are left to it.
 * @param directory where it is built, if not where the build puts it.
 * @throws NotBuiltError in production; elsewhere the reason is shown in its place.
 */
export function consolePages(config: Config, routes: readonly Route[], directory?: string): PagesHandler {
  const serve = servingBuilt(config.production, 'There is no console', () => serveFilesIn(directory));
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

function serveFilesIn(directory?: string): PagesHandler {
  const { files } = readBundle('console', directory);
  const index = files.get(INDEX);
  if (!index) throw new Error('The console has no page');
  return (request, response, next) => {
    const name = request.path.slice(ROOT.length + 1);
    const file = files.get(name);
    if (!file && name.startsWith(HASHED)) return next(new RouteNotFoundError());
    if (name === OF_PREVIEWS) response.setHeader('Cross-Origin-Resource-Policy', 'cross-origin');
    sendBundled(request, response, file ? name : INDEX, file ?? index);
  };
}

/** Programs that ask for the root are told, as ever, that there is nothing. */
function isForBrowser({ headers: { accept } }: ApiRequest): boolean {
  return accept?.includes('text/html') ?? false;
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
