import { extname } from 'node:path';
import type { NextFunction, Response } from 'express';
import { preferredEncoding } from '../request/accepted-encodings';
import type { ApiRequest } from '../request/request';
import { type BundledFile, NotBuiltError } from './bundle';
import { matchesETag } from './cached-answer';
import { markup } from './markup';

/** Where names contain a hash of the content. */
export const HASHED = 'assets/';

const FOR_GOOD = 'public, max-age=31536000, immutable';

/** What may be asked of files. */
export const READING: readonly string[] = ['GET', 'HEAD'];

export type PagesHandler = (request: ApiRequest, response: Response, next: NextFunction) => void;

/** Answers with the file of a bundle, in the encoding that is smallest to the client, or by 304. */
export function sendBundled(
  request: ApiRequest,
  response: Response,
  name: string,
  { plain, encoded }: BundledFile,
  status = 200,
): void {
  const encoding = preferredEncoding(request.headers['accept-encoding'], [...encoded.keys()]);
  const { body, etag } = (encoding && encoded.get(encoding)) || plain;
  response.setHeader('Cache-Control', name.startsWith(HASHED) ? FOR_GOOD : 'no-cache');
  response.setHeader('ETag', etag);
  response.vary('Accept-Encoding');
  if (status === 200 && matchesETag(request.headers['if-none-match'], etag)) {
    response.status(304).end();
    return;
  }
  response.type(extname(name)).setHeader('Content-Length', body.length);
  if (encoding) response.setHeader('Content-Encoding', encoding);
  response.status(status).end(request.method === 'HEAD' ? undefined : body);
}

export function redirect(response: Response, status: number, location: string): void {
  response.status(status).setHeader('Location', location).end();
}

/** The query of a request, with its question mark. */
export function searchOf({ url }: ApiRequest): string {
  const mark = url.indexOf('?');
  return mark < 0 ? '' : url.slice(mark);
}

/**
 * Serves what was built. In production there is no start without it; elsewhere the reason is shown in its place.
 *
 * @param title what the page with the reason says.
 * @param serve reads what was built, and serves it.
 */
export function servingBuilt(isProduction: boolean, title: string, serve: () => PagesHandler): PagesHandler {
  try {
    return serve();
  } catch (error) {
    if (isProduction || !(error instanceof NotBuiltError)) throw error;
    const page = reasonPage(title, error.message);
    return (_request, response) => void response.status(503).type('html').end(page);
  }
}

/** What somebody sees who opens it while its sources are wrong. */
function reasonPage(title: string, reason: string): string {
  return markup`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>AppKernel</title>
</head>
<body>
<h1>${title}</h1>
<pre>${reason}</pre>
</body>
</html>
`.text;
}
