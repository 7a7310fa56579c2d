import { pipeline } from 'node:stream/promises';
import type { Response } from 'express';
import type { ApiRequest } from '../../http/request/request';

/**
 * Sends one page of revisions, each read after the one before it was sent: a hundred of them can take two hundred
 * megabytes. A failure before the first is answered like any other; a later one breaks the connection, so that a
 * partial list cannot pass for a complete one.
 *
 * @param list the answer without its items.
 * @param Item the class of a revision as it is answered.
 */
export async function sendRevisions<Revision>(
  request: ApiRequest,
  response: Response,
  list: { readonly items: readonly object[] },
  revisions: AsyncGenerator<Revision, void, void>,
  Item: new (revision: Revision) => object,
): Promise<void> {
  const first = await revisions.next();
  response.status(200).setHeader('Content-Type', 'application/json; charset=utf-8');
  if (request.method === 'HEAD') {
    response.end();
    return;
  }
  try {
    await pipeline(chunks(JSON.stringify({ data: list }), first, revisions, Item), response);
  } catch (error) {
    // The client has disconnected.
    if ((error as NodeJS.ErrnoException).code !== 'ERR_STREAM_PREMATURE_CLOSE') throw error;
  }
}

async function* chunks<Revision>(
  empty: string,
  first: IteratorResult<Revision, void>,
  revisions: AsyncGenerator<Revision, void, void>,
  Item: new (revision: Revision) => object,
): AsyncGenerator<string, void, void> {
  const place = empty.indexOf(']');
  yield empty.slice(0, place);
  let separator = '';
  for (let revision = first; !revision.done; revision = await revisions.next()) {
    yield separator + JSON.stringify(new Item(revision.value));
    separator = ',';
  }
  yield empty.slice(place);
}
