import { randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, ServerResponse, STATUS_CODES } from 'node:http';
import type { Duplex } from 'node:stream';
import { StreamableFile } from '@nestjs/common';
import { ExpressAdapter } from '@nestjs/platform-express';
import express, { type Express, type Request, type Response } from 'express';
import type { Config, Logger } from '@libs/foundation';
import type { DomainError } from '@libs/kernel';
import { CachedAnswer, sendCachedAnswer } from '../http/answers/cached-answer';
import { isLongJson } from '../http/answers/json-in-slices';
import { sendLongJson } from '../http/answers/long-answer';
import type { EarlyAnswers } from './early-answers';
import { SERVICE_LOCALE } from './middleware';
import { OpenRequests } from './open-requests';
import { problemAnswer } from '../http/answers/problem.filter';
import {
  HeadersTooLargeError,
  MalformedRequestError,
  RequestTimeoutError,
  RouteNotFoundError,
} from '../http/request/request-errors';
import { securityHeaders } from '../http/answers/security-headers';
import type { ApiRequest } from '../http/request/request';

const SERVER_OPTIONS = {
  maxHeaderSize: 16 * 1024,
  headersTimeout: 10_000,
  // The limit of uploads; other bodies have less time (see json-body.ts).
  requestTimeout: 300_000,
  connectionsCheckingInterval: 5_000,
  keepAliveTimeout: 65_000,
  // A request without Host is refused by the middleware, which answers with a problem document.
  requireHostHeader: false,
  // Of a repeated single-value header Node would use the first line, and another program on the way perhaps the last. Joined,
  // they are no valid host, bearer or media type.
  joinDuplicateHeaders: true,
};

/** How long a client may take to read its refusal. */
const LINGER_MS = 1_000;

/** Express and the HTTP server under Nest. Errors that Node would answer itself are problem documents here, too. */
export class ApiAdapter extends ExpressAdapter {
  private readonly openRequests = new OpenRequests();

  private early: EarlyAnswers | null = null;

  constructor(
    private readonly config: Config,
    private readonly accessLog: Logger,
  ) {
    super(application());
  }

  /** Sets the answers that are tried before Express. */
  answerFirst(early: EarlyAnswers): void {
    this.early = early;
  }

  /** Sends cached bytes as they are, and serializes long answers in slices, so that they do not block other requests. */
  override reply(response: Response, body: unknown, statusCode?: number): unknown {
    if (body instanceof CachedAnswer) return sendCachedAnswer(response, body);
    const isLong = typeof body === 'object' && body !== null && !(body instanceof StreamableFile) && isLongJson(body);
    if (!isLong) return super.reply(response, body, statusCode);
    if (statusCode !== undefined) response.status(statusCode);
    return sendLongJson(response, body);
  }

  override initHttpServer(): void {
    const program = this.getInstance<Express>();
    const options = {
      ...SERVER_OPTIONS,
      ...classesOf(program, this.openRequests.requestClass()),
      shouldUpgradeCallback: ({ socket }: IncomingMessage) => this.openRequests.isFull(socket),
    };
    const server = createServer(options, (request, response) => {
      this.openRequests.add(request, response);
      if (this.early?.answer(request as ApiRequest, response as Response)) return;
      if (hasPath(request)) program(request, response);
      else this.refuseTarget(response);
    });
    server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT') this.refuse(socket, new RequestTimeoutError());
      else if (error.code === 'HPE_HEADER_OVERFLOW') this.refuse(socket, new HeadersTooLargeError());
      else if (error.code === 'ECONNRESET') socket.destroy();
      else this.refuse(socket, new MalformedRequestError());
    });
    // Node no longer reports the end of these connections to their requests.
    server.on('connect', (_request: IncomingMessage, socket: Duplex) => {
      if (this.openRequests.has(socket)) this.openRequests.cut(socket);
      else this.refuse(socket, new RouteNotFoundError());
    });
    server.on('upgrade', (_request: IncomingMessage, socket: Duplex) => {
      this.openRequests.cut(socket);
      this.accessLog.info({}, 'a connection with too many requests at once was cut');
    });
    // An unknown expectation may be ignored (RFC 9110).
    server.on('checkExpectation', (request, response) => server.emit('request', request, response));
    this.httpServer = server;
  }

  /** Express would answer a request without a path itself, past all middleware. */
  private refuseTarget(response: ServerResponse): void {
    const { status, headers, body } = this.refusal(new MalformedRequestError());
    response.writeHead(status, [...headers, ['Connection', 'close']].flat());
    response.end(body);
  }

  /** Answers on the bare connection, since there is no request to respond to, and ends it. */
  private refuse(socket: Duplex, error: DomainError): void {
    // Already refused.
    if (socket.writableEnded) return;
    // Such a client may also reset the connection, which must not end the process.
    socket.on('error', () => socket.destroy());
    if (!socket.writable || this.openRequests.hasBegunAnswer(socket)) {
      socket.destroy();
      return;
    }
    const { status, headers, body } = this.refusal(error);
    const lines = [
      `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
      `Date: ${new Date().toUTCString()}`,
      'Connection: close',
      ...headers.map(([name, value]) => `${name}: ${value}`),
    ];
    socket.end(`${lines.join('\r\n')}\r\n\r\n${body}`);
    setTimeout(() => socket.destroy(), LINGER_MS).unref();
  }

  /** The answer to something that never became a request, with its line in the log. */
  private refusal(error: DomainError): { status: number; headers: [string, string][]; body: string } {
    const id = randomUUID();
    const { status, headers, body } = problemAnswer(error, { id, path: '/', locale: SERVICE_LOCALE });
    this.accessLog.request({ request_id: id, method: null, route: null, status });
    const all: [string, string][] = [
      ['Content-Length', String(Buffer.byteLength(body))],
      ['X-Request-ID', id],
      ['Vary', 'Accept-Language, X-AppID'],
      ...securityHeaders(this.config),
      ...headers,
    ];
    return { status, headers: all, body };
  }
}

/** Whether the target is a path, an absolute http(s) URL, or the `*` of OPTIONS (RFC 9112). */
function hasPath({ url = '' }: IncomingMessage): boolean {
  return url.startsWith('/') || url === '*' || (/^https?:\/\//i.test(url) && URL.canParse(url));
}

/** Paths are case-sensitive, so that all code that inspects a path sees it as the router does. */
function application(): Express {
  return express().enable('case sensitive routing');
}

/**
 * Classes of requests and responses with the properties of Express. It would change the prototype of each object instead,
 * which defeats the optimisations of the engine.
 */
function classesOf(program: Express, RequestClass: typeof IncomingMessage) {
  class ExpressRequest extends RequestClass {}
  class ExpressResponse<Request extends IncomingMessage> extends ServerResponse<Request> {}
  for (const [type, prototype] of [
    [ExpressRequest, program.request],
    [ExpressResponse, program.response],
  ] as const) {
    const inherited = Object.getPrototypeOf(prototype) as object;
    Object.defineProperties(type.prototype, Object.getOwnPropertyDescriptors(inherited));
    Object.defineProperties(type.prototype, Object.getOwnPropertyDescriptors(prototype));
  }
  program.request = ExpressRequest.prototype as Request;
  program.response = ExpressResponse.prototype as Response;
  return { IncomingMessage: ExpressRequest, ServerResponse: ExpressResponse };
}
