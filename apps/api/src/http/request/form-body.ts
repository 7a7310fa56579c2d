import type { Response } from 'express';
import { readWhole } from './json-body';
import { parseQuery } from './query';
import type { ApiRequest } from './request';
import { MalformedRequestError } from './request-errors';

const MAX_BYTES = 16 * 1024;

/**
 * Reads a form whose content is ignored.
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
  const fields = new Map<Name, string>();
  for (const [given, value] of await readFields(request, response)) {
    const name = names.find((known) => known === given);
    if (name === undefined) throw new MalformedRequestError();
    fields.set(name, value);
  }
  return fields;
}

/**
 * The parameters of an OAuth request (RFC 6749, section 3.2): unknown ones are ignored, and those without a value count
 * as absent.
 *
 * @throws RequestTooLargeError, RequestTimeoutError; MalformedRequestError also for one that is given twice.
 */
export async function readParameters<Name extends string>(
  request: ApiRequest,
  response: Response,
  names: readonly Name[],
): Promise<ReadonlyMap<Name, string>> {
  const given = new Map(await readFields(request, response));
  return new Map(
    names.flatMap((name) => {
      const value = given.get(name);
      return value ? [[name, value] as const] : [];
    }),
  );
}

/** A form is read once, by a guard or by its handler. */
const FIELDS = new WeakMap<ApiRequest, Promise<[string, string][]>>();

function readFields(request: ApiRequest, response: Response): Promise<[string, string][]> {
  const known = FIELDS.get(request) ?? parseFields(request, response);
  FIELDS.set(request, known);
  return known;
}

async function parseFields(request: ApiRequest, response: Response): Promise<[string, string][]> {
  const bytes = await readWhole(request, response, MAX_BYTES);
  // Browsers encode everything that is not ASCII. Guessing an encoding could yield a password that nobody typed.
  if (bytes.some((byte) => byte > 0x7f)) throw new MalformedRequestError();
  return Object.entries(parseQuery(bytes.toString('latin1'))).map(([name, value]) => {
    if (typeof value !== 'string') throw new MalformedRequestError();
    return [name, value];
  });
}
