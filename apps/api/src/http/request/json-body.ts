import { setImmediate } from 'node:timers/promises';
import express, { type NextFunction, type Response } from 'express';
import { type BodyLimits, bodyLimitsOf, type JsonLimits } from './body-limits';
import { findJsonProblem } from './json-shape';
import { findJsonExcess } from './json-size';
import { markLong } from './long-bodies';
import type { KnownRoutes } from './known-routes';
import type { ApiRequest } from './request';
import {
  MalformedRequestError,
  RequestTimeoutError,
  RequestTooLargeError,
  RouteNotFoundError,
  UnsupportedMediaTypeError,
} from './request-errors';
import type { BodyForm } from './route-body';
import { forgetBodyAfterAnswer } from './unread-body';

/** The limit for a whole body. The timeout of the server itself is as long as uploads need. */
const PATIENCE_MS = 30_000;

/** The size from which a body is parsed in several turns of the event loop. */
export const LONG_BYTES = 64 * 1024;

const MEDIA_TYPES: Readonly<Record<BodyForm, RegExp>> = {
  json: /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i,
  multipart: /^multipart\/form-data\s*;/i,
  urlencoded: /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i,
  form: /^(?:application\/x-www-form-urlencoded\s*(?:;|$)|multipart\/form-data\s*;)/i,
};

/** The errors of the body reader that the client caused, by their `type`. */
const READ_ERRORS: Readonly<Record<string, () => Error>> = {
  'entity.too.large': () => new RequestTooLargeError(),
  'request.aborted': () => new MalformedRequestError(),
  'request.size.invalid': () => new MalformedRequestError(),
};

interface JsonBodyOptions {
  readonly routes: KnownRoutes;
  /** Counts a refused request against its sender. @throws RateLimitedError, which then is the answer. */
  readonly countRefusal: (request: ApiRequest, response: Response) => Promise<void>;
  readonly patienceMs?: number;
}

/**
 * Reads a JSON body within its route's limit for anybody. A wrong encoding, media type, size or syntax is refused here,
 * before anything else is checked; a problem inside well-formed JSON is noted for the later validation. A body that only
 * some callers may send stays unread until the guards have admitted them (`readPermittedBody`).
 *
 * The caller is still unknown, so every refusal is counted, and so is a body for an unknown route. A body for a route that
 * takes none is ignored.
 */
export function jsonBody({ routes, countRefusal, patienceMs = PATIENCE_MS }: JsonBodyOptions) {
  const take = async (request: ApiRequest, response: Response, limits: BodyLimits): Promise<Error | null> => {
    const { isKnown, form, bytes, permittedBytes, keys, items } = limits;
    try {
      expectForm(request, MEDIA_TYPES[form]);
      // The handler reads the body itself.
      if (bytes === null) return null;
      // A body that announces too great a length is refused before it arrives.
      if (lengthOf(request) > permittedBytes) throw new RequestTooLargeError();
      if (permittedBytes > bytes && !(lengthOf(request) <= bytes))
        request.permittedBody = { bytes: permittedBytes, keys, items };
      else await read(request, response, { bytes, keys, items }, patienceMs);
    } catch (refusal) {
      return refusal as Error;
    }
    return isKnown ? null : new RouteNotFoundError();
  };
  return async (request: ApiRequest, response: Response, next: NextFunction): Promise<void> => {
    if (!carriesBody(request)) return next();
    const limits = isRead(request) ? bodyLimitsOf(routes, request.method, request.path) : null;
    if (limits === null) {
      forgetBodyAfterAnswer(request, response);
      return next();
    }
    const refusal = await take(request, response, limits);
    try {
      if (refusal || request.bodyProblem) await countRefusal(request, response);
    } catch (limited) {
      return next(limited);
    }
    next(refusal ?? undefined);
  };
}

/** Reads a body that was left unread until the guards admitted its sender. */
export async function readPermittedBody(request: ApiRequest, response: Response): Promise<void> {
  const { permittedBody: limits } = request;
  if (!limits) return;
  await read(request, response, limits, PATIENCE_MS);
}

/**
 * Reads the whole body, up to the limit.
 *
 * @throws RequestTooLargeError, RequestTimeoutError; MalformedRequestError when it breaks off.
 */
export async function readWhole(request: ApiRequest, response: Response, limit: number): Promise<Buffer> {
  // A body that announces too great a length is refused before it arrives.
  if (lengthOf(request) > limit) throw new RequestTooLargeError();
  return readBytes(request, response, limit, PATIENCE_MS);
}

/** A few compressed bytes can inflate to any size, so nothing is ever decompressed. */
function expectForm({ headers }: ApiRequest, mediaType: RegExp): void {
  const { 'content-encoding': encoding = '', 'content-type': type = '' } = headers;
  if (!/^(?:identity)?$/i.test(encoding) || !mediaType.test(type)) throw new UnsupportedMediaTypeError();
}

async function read(request: ApiRequest, response: Response, limits: JsonLimits, patienceMs: number): Promise<void> {
  const bytes = await readBytes(request, response, limits.bytes, patienceMs);
  request.body = undefined;
  if (bytes.length === 0) return;
  // Each step with a long body takes milliseconds: other requests have their turn in between.
  const turn = bytes.length >= LONG_BYTES ? setImmediate : null;
  const excess = findJsonExcess(bytes, limits.keys, limits.items);
  if (excess) {
    request.bodyProblem = excess;
    return;
  }
  if (turn) await turn();
  const text = decoded(bytes);
  if (turn) await turn();
  request.body = parse(text);
  if (turn) await turn();
  const problem = findJsonProblem(request.body);
  if (problem) request.bodyProblem = problem;
  if (!turn) return;
  markLong(request.body);
  await turn();
}

function readBytes(request: ApiRequest, response: Response, limit: number, patienceMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => {
      // The rest of the body is not awaited: the connection closes after the answer.
      response.setHeader('Connection', 'close');
      reject(new RequestTimeoutError());
    }, patienceMs);
    express.raw({ type: () => true, inflate: false, limit })(request, response, (error?: unknown) => {
      clearTimeout(impatience);
      if (error) reject(clientError(error));
      else resolve(Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0));
    });
  });
}

export function carriesBody(request: ApiRequest): boolean {
  return request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;
}

/** Whether the request says that it is of JSON, with or without a body. */
export function claimsJson({ headers }: ApiRequest): boolean {
  return MEDIA_TYPES.json.test(headers['content-type'] ?? '');
}

/** Whether the method gives a body a meaning (RFC 9110). */
function isRead({ method }: ApiRequest): boolean {
  return method !== 'GET' && method !== 'HEAD';
}

/** NaN for a chunked body, which announces no length. */
function lengthOf({ headers }: ApiRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : NaN;
}

function decoded(bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch {
    throw new MalformedRequestError();
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw new MalformedRequestError();
  }
}

function clientError(error: unknown): Error {
  const { type } = error as { type?: unknown };
  const known = typeof type === 'string' ? READ_ERRORS[type] : undefined;
  return known ? known() : new MalformedRequestError({ cause: error });
}
