import express, { type NextFunction, type Response } from 'express';
import { DomainError } from '@libs/kernel';
import { findJsonProblem } from './json-shape';
import type { ApiRequest } from './request';
import {
  MalformedRequestError,
  RequestTimeoutError,
  RequestTooLargeError,
  UnsupportedMediaTypeError,
} from './request-errors';

const AUTH_LIMIT_BYTES = 16 * 1024;
const DEFAULT_LIMIT_BYTES = 256 * 1024;
const CONTENT_LIMIT_BYTES = 2 * 1024 * 1024;

const CONTENT_PATH = /^\/admin-api\/v1\/apps\/[^/]+\/content\//;
const AUTH_PATH = /^\/(?:admin-api|api)\/v1\/auth(?:\/|$)/;
const UPLOADS: ReadonlySet<string> = new Set(['POST /admin-api/v1/files', 'PUT /api/v1/me/avatar']);

/** For the whole of a body. The server itself is as patient as uploads need. */
const PATIENCE_MS = 30_000;

const MULTIPART_MEDIA_TYPE = /^multipart\/form-data\s*;/i;
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
export function jsonBody({ patienceMs = PATIENCE_MS } = {}) {
  const readShort = reader(AUTH_LIMIT_BYTES, patienceMs);
  const readLong = reader(DEFAULT_LIMIT_BYTES, patienceMs);
  const readContent = reader(CONTENT_LIMIT_BYTES, patienceMs);
  const readerOf = (path: string) => {
    if (CONTENT_PATH.test(path)) return readContent;
    return AUTH_PATH.test(path) ? readShort : readLong;
  };
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    if (!carriesBody(request)) return next();
    if (takesUpload(request)) return next(isMultipart(request) ? undefined : new UnsupportedMediaTypeError());
    if (!JSON_MEDIA_TYPE.test(request.headers['content-type'] ?? '')) return next(new UnsupportedMediaTypeError());
    readerOf(request.path)(request, response, (error?: unknown) => {
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

function reader(limit: number, patienceMs: number) {
  const read = express.raw({ type: () => true, limit });
  return (request: ApiRequest, response: Response, next: NextFunction): void => {
    // A body that announces its excess need not be sent first.
    if (Number(request.headers['content-length']) > limit) return next(new RequestTooLargeError());
    let isOver = false;
    const end = (error?: unknown): void => {
      if (isOver) return;
      isOver = true;
      clearTimeout(impatience);
      next(error);
    };
    const impatience = setTimeout(() => {
      // What may still come is not waited for: the connection ends with the answer.
      response.setHeader('Connection', 'close');
      end(new RequestTimeoutError());
    }, patienceMs);
    read(request, response, end);
  };
}

/** The routes that take a file: their handlers read the body, as it comes. */
function takesUpload({ method, path }: ApiRequest): boolean {
  return UPLOADS.has(`${method} ${path}`);
}

function isMultipart(request: ApiRequest): boolean {
  return MULTIPART_MEDIA_TYPE.test(request.headers['content-type'] ?? '');
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
