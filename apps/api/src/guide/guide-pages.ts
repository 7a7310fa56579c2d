import type { Config } from '@libs/foundation';
import { type Bundle, readBundle } from '../http/answers/bundle';
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
import { MethodNotAllowedError, RouteNotFoundError } from '../http/request/request-errors';
import { forgetBodyAfterAnswer } from '../http/request/unread-body';
import { guideHeaders } from './guide-headers';

const ROOT = '/docs/guide';
const SUFFIX = '.html';
const NOT_FOUND = '404.html';

/**
 * Serves the guide from memory, as the console is served: before bodies are read, without a session or a limit. Pages
 * have addresses without `.html`, and each has one: others lead there.
 *
 * @param directory where it is built, if not where the build puts it.
 * @throws NotBuiltError in production; elsewhere the reason is shown in its place.
 */
export function guidePages(config: Config, directory?: string): PagesHandler {
  const home = new URL(`${config.publicBaseUrl}${ROOT}/`).pathname;
  const serve = servingBuilt(config.production, 'There is no guide', () =>
    serveFilesOf(readBundle('docs', directory), home),
  );
  return (request, response, next) => {
    const { path, method } = request;
    if (path !== ROOT && !path.startsWith(`${ROOT}/`)) return next();
    request.route = { path: `${ROOT}/*` };
    response.setHeader('X-Robots-Tag', 'noindex, nofollow');
    if (!READING.includes(method)) {
      response.setHeader('Allow', READING.join(', '));
      return next(new MethodNotAllowedError());
    }
    if (carriesBody(request)) forgetBodyAfterAnswer(request, response);
    if (path === ROOT) return redirect(response, 308, home + searchOf(request));
    serve(request, response, next);
  };
}

function serveFilesOf({ files, scripts }: Bundle, home: string): PagesHandler {
  const notFound = files.get(NOT_FOUND);
  if (!notFound) throw new Error('The guide has no page for what is not there');
  const headers = guideHeaders(scripts) as Map<string, string>;
  const names = [...files.keys()].filter((name) => name !== NOT_FOUND);
  const addresses = new Map(names.map((name) => [addressOf(name), name]));
  const moved = new Map(names.flatMap((name) => otherAddressesOf(name).map((other) => [other, addressOf(name)])));
  return (request, response, next) => {
    response.setHeaders(headers);
    const asked = request.path.slice(ROOT.length + 1);
    const [name, address] = [addresses.get(asked), moved.get(asked)];
    if (name !== undefined) sendBundled(request, response, name, files.get(name)!);
    else if (address !== undefined) redirect(response, 308, home + address + searchOf(request));
    else if (asked.startsWith(HASHED)) next(new RouteNotFoundError());
    else sendBundled(request, response, NOT_FOUND, notFound, 404);
  };
}

/** Where a file is, below the root: pages are named without what their files end with. */
function addressOf(name: string): string {
  return name.replace(/(^|\/)index\.html$|\.html$/, '$1');
}

/** What somebody may ask for who knows the page from elsewhere, such as by the name of its source. */
function otherAddressesOf(name: string): string[] {
  if (!name.endsWith(SUFFIX)) return [];
  const [plain, address] = [name.slice(0, -SUFFIX.length), addressOf(name)];
  const others = [name, plain, `${plain}.md`, address.endsWith('/') ? address.slice(0, -1) : `${address}/`];
  return others.filter((other) => other !== address && other !== '/');
}
