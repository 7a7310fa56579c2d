import { pipeline } from 'node:stream/promises';
import type { ManagedRevision, RevisionPage } from '@libs/content';
import type { Response } from 'express';
import type { ApiRequest } from '../../http/request/request';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminPageRevisionListResponse, AdminPageRevisionResponse } from './admin-page-responses.dto';

/**
 * Sends one page of revisions, each read after the one before it was sent: a hundred of them can take two hundred
 * megabytes. A failure before the first is answered like any other; a later one breaks the connection, so that a
 * partial list cannot pass for a complete one.
 */
export async function sendRevisions(
  request: ApiRequest,
  response: Response,
  query: PageQuery,
  { total, items }: RevisionPage,
): Promise<void> {
  const first = await items.next();
  response.status(200).setHeader('Content-Type', 'application/json; charset=utf-8');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  const empty = JSON.stringify({ data: new AdminPageRevisionListResponse(query, total) });
  try {
    await pipeline(chunks(empty, first, items), response);
  } catch (error) {
    // The client has disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* chunks(
  empty: string,
  first: IteratorResult<ManagedRevision, void>,
  items: RevisionPage['items'],
): AsyncGenerator<string, void, void> {
  const place = empty.indexOf(']');
  yield empty.slice(0, place);
  let separator = '';
  for (let item = first; !item.done; item = await items.next()) {
    yield separator + JSON.stringify(new AdminPageRevisionResponse(item.value));
    separator = ',';
  }
  yield empty.slice(place);
}
