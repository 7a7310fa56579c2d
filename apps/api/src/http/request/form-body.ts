import type { Response } from 'express';
import { readWhole } from './json-body';
import { parseQuery } from './query';
import type { ApiRequest } from './request';
import { MalformedRequestError } from './request-errors';

const MAX_BYTES = 16 * 1024;

/**
 * Reads a form of which nothing but its having been sent counts.
 *
 * @throws RequestTooLargeError, RequestTimeoutError; MalformedRequestError when it breaks off.
 */
export async function readUnusedForm(request: ApiRequest, response: Response): Promise<void> {
  await readWhole(request, response, MAX_BYTES);
}

/**
 * The fields of the form of a page (application/x-www-form-urlencoded), each given at most once.
 *
 * @param names of the known fields.
 * @throws RequestTooLargeError, RequestTimeoutError; MalformedRequestError for a form that no browser would send.
 */
export async function readForm<Name extends string>(
  request: ApiRequest,
  response: Response,
  names: readonly Name[],
): Promise<ReadonlyMap<Name, string>> {
  const bytes = await readWhole(request, response, MAX_BYTES);
  // Browsers encode everything that is not ASCII. Guessing an encoding could yield a password that nobody typed.
  if (bytes.some((byte) => byte > 0x7f)) throw new MalformedRequestError();
  const fields = new Map<Name, string>();
  for (const [given, value] of Object.entries(parseQuery(bytes.toString('latin1')))) {
    const name = names.find((known) => known === given);
    if (name === undefined || typeof value !== 'string') throw new MalformedRequestError();
    fields.set(name, value);
  }
  return fields;
}
