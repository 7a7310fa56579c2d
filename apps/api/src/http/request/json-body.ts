import express, { type NextFunction, type Response } from 'express';
import { type BodyForm, bodyLimitsOf } from './body-limits';
import { findJsonProblem } from './json-shape';
import { findJsonExcess } from './json-size';
import type { KnownRoutes } from './known-routes';
import type { ApiRequest } from './request';
import {
  MalformedRequestError,
  RequestTimeoutError,
  RequestTooLargeError,
  RouteNotFoundError,
  UnsupportedMediaTypeError,
} from './request-errors';

/** For the whole of a body. The server itself is as patient as uploads need. */
const PATIENCE_MS = 30_000;

const MEDIA_TYPES: Readonly<Record<BodyForm, RegExp>> = {
  json: /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i,
  multipart: /^multipart\/form-data\s*;/i,
  urlencoded: /^application\/x-www-form-urlencoded\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i,
};

/** The errors of the body reader that are the client's doing, by their `type`. */
const READ_ERRORS: Readonly<Record<string, () => Error>> = {
  'entity.too.large': () => new RequestTooLargeError(),
  'request.aborted': () => new MalformedRequestError(),
  'request.size.invalid': () => new MalformedRequestError(),
};

interface JsonBodyOptions {
  readonly routes: KnownRoutes;
  /** Counts what came to nothing against its sender. @throws RateLimitedError, which is told instead. */
  readonly countRefusal: (request: ApiRequest, response: Response) => Promise<void>;
  readonly patienceMs?: number;
}

/**
 * Reads a JSON body within the limit that its route has for anybody. Encoding, media type, size and syntax are refused
 * here, before anything else is looked at; what is wrong inside well-formed JSON is noted for validation, which comes
 * later. A body that only some may send is left unread until the guards have let them pass (`readPermittedBody`).
 *
 * Nobody is known yet, so whatever is refused is counted, and so is a body for no route at all.
 */
export function jsonBody({ routes, countRefusal, patienceMs = PATIENCE_MS }: JsonBodyOptions) {
  const take = async (request: ApiRequest, response: Response): Promise<Error | null> => {
    const { isKnown, form, bytes, permittedBytes } = bodyLimitsOf(routes, request.method, request.path);
    try {
      expectForm(request, MEDIA_TYPES[form]);
      // The handler reads what comes.
      if (bytes === null) return null;
      // A body that announces its excess need not be sent first.
      if (lengthOf(request) > permittedBytes) throw new RequestTooLargeError();
      if (permittedBytes > bytes && !(lengthOf(request) <= bytes)) request.permittedBodyBytes = permittedBytes;
      else await read(request, response, bytes, patienceMs);
    } catch (refusal) {
      return refusal as Error;
    }
    return isKnown ? null : new RouteNotFoundError();
  };
  return async (request: ApiRequest, response: Response, next: NextFunction): Promise<void> => {
    if (!carriesBody(request)) return next();
    const refusal = await take(request, response);
    try {
      if (refusal || request.bodyProblem) await countRefusal(request, response);
    } catch (limited) {
      return next(limited);
    }
    next(refusal ?? undefined);
  };
}

/** Reads the body that was left unread, now that its sender may send as much. */
export async function readPermittedBody(request: ApiRequest, response: Response): Promise<void> {
  const { permittedBodyBytes: limit } = request;
  if (limit !== undefined) await read(request, response, limit, PATIENCE_MS);
}

/**
 * All of a body, while it is no longer than it may be.
 *
 * @throws RequestTooLargeError, RequestTimeoutError; MalformedRequestError for what breaks off.
 */
export async function readWhole(request: ApiRequest, response: Response, limit: number): Promise<Buffer> {
  // What announces its excess need not be sent first.
  if (lengthOf(request) > limit) throw new RequestTooLargeError();
  return readBytes(request, response, limit, PATIENCE_MS);
}

/** Compressed, a few bytes would cost as much as they like to become, so nothing is ever inflated. */
function expectForm({ headers }: ApiRequest, mediaType: RegExp): void {
  const { 'content-encoding': encoding = '', 'content-type': type = '' } = headers;
  if (!/^(?:identity)?$/i.test(encoding) || !mediaType.test(type)) throw new UnsupportedMediaTypeError();
}

async function read(request: ApiRequest, response: Response, limit: number, patienceMs: number): Promise<void> {
  const bytes = await readBytes(request, response, limit, patienceMs);
  request.body = undefined;
  if (bytes.length === 0) return;
  const excess = findJsonExcess(bytes);
  if (excess) {
    request.bodyProblem = excess;
    return;
  }
  request.body = parse(bytes);
  const problem = findJsonProblem(request.body);
  if (problem) request.bodyProblem = problem;
}

function readBytes(request: ApiRequest, response: Response, limit: number, patienceMs: number): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const impatience = setTimeout(() => {
      // What may still come is not waited for: the connection ends with the answer.
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

function carriesBody(request: ApiRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return request.headers['transfer-encoding'] !== undefined || lengthOf(request) > 0;
}

/** NaN for a body in chunks, which tells no length. */
function lengthOf({ headers }: ApiRequest): number {
  return headers['transfer-encoding'] === undefined ? Number(headers['content-length'] ?? 0) : NaN;
}

function parse(bytes: Buffer): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch {
    throw new MalformedRequestError();
  }
}

function clientError(error: unknown): Error {
  const { type } = error as { type?: unknown };
  const known = typeof type === 'string' ? READ_ERRORS[type] : undefined;
  return known ? known() : new MalformedRequestError({ cause: error });
}
