import express, { type NextFunction, type Response } from 'express';
import { DomainError } from '@libs/kernel';
import { findJsonProblem } from './json-shape';
import type { ApiRequest } from './request';
import { MalformedRequestError, RequestTooLargeError, UnsupportedMediaTypeError } from './request-errors';

const AUTH_LIMIT_BYTES = 16 * 1024;
const DEFAULT_LIMIT_BYTES = 256 * 1024;

const AUTH_PATH = /^\/(?:admin-api|api)\/v1\/auth(?:\/|$)/;
const JSON_MEDIA_TYPE = /^application\/json\s*(?:;\s*charset\s*=\s*"?utf-8"?\s*)?$/i;

/** The errors of the body reader that are the client's doing, by their `type`. */
const READ_ERRORS: Readonly<Record<string, () => Error>> = {
  'entity.too.large': () => new RequestTooLargeError(),
  'encoding.unsupported': () => new UnsupportedMediaTypeError(),
  'charset.unsupported': () => new UnsupportedMediaTypeError(),
  'request.aborted': () => new MalformedRequestError(),
  'request.size.invalid': () => new MalformedRequestError(),
};

/**
 * Reads a JSON body within the route's limit. Media type, size and syntax are refused here, before anything else is
 * looked at; what is wrong inside well-formed JSON is noted for validation, which comes later.
 */
export function jsonBody() {
  const readShort = reader(AUTH_LIMIT_BYTES);
  const readLong = reader(DEFAULT_LIMIT_BYTES);
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    if (!carriesBody(request)) return next();
    if (!JSON_MEDIA_TYPE.test(request.headers['content-type'] ?? '')) return next(new UnsupportedMediaTypeError());
    const read = AUTH_PATH.test(request.path) ? readShort : readLong;
    read(request, response, (error?: unknown) => {
      if (error) return next(clientError(error));
      try {
        parseInto(request);
        next();
      } catch (malformed) {
        next(malformed);
      }
    });
  };
}

function reader(limit: number): (request: ApiRequest, response: Response, next: NextFunction) => void {
  const read = express.raw({ type: () => true, limit });
  return (request, response, next) => {
    // A body that announces its excess need not be sent first.
    if (Number(request.headers['content-length']) > limit) next(new RequestTooLargeError());
    else read(request, response, next);
  };
}

function carriesBody(request: ApiRequest): boolean {
  if (request.method === 'GET' || request.method === 'HEAD') return false;
  return request.headers['transfer-encoding'] !== undefined || Number(request.headers['content-length'] ?? 0) > 0;
}

function parseInto(request: ApiRequest): void {
  const bytes: unknown = request.body;
  if (!Buffer.isBuffer(bytes) || bytes.length === 0) {
    request.body = undefined;
    return;
  }
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    request.body = JSON.parse(text) as unknown;
  } catch {
    throw new MalformedRequestError();
  }
  const problem = findJsonProblem(request.body);
  if (problem) request.bodyProblem = problem;
}

function clientError(error: unknown): unknown {
  if (error instanceof DomainError) return error;
  const { type } = error as { type?: unknown };
  const known = typeof type === 'string' ? READ_ERRORS[type] : undefined;
  if (known) return known();
  // What is left comes from decompression: the body is not what Content-Encoding says.
  return new MalformedRequestError({ cause: error });
}
