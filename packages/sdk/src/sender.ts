import { encodedBody, urlOf } from './encoding.js';
import { fetchTransport } from './fetch-transport.js';
import {
  type AnyInput,
  BARE,
  BEARER,
  BINARY,
  IDEMPOTENCY_KEY,
  MULTIPART,
  OPTIONAL_BEARER,
  type BinaryAnswer,
  type OperationSpec,
  type Sender,
} from './operation.js';
import { pause } from './pause.js';
import { ApiError, errorOf, failureOf, parsed } from './problem.js';
import { type Outcome, waitAfter } from './retries.js';
import type { Transport, TransportAnswer, TransportRequest } from './transport.js';
import { uuid } from './uuid.js';

/** Settings that all clients have. */
export interface SenderOptions {
  /** Where the api is, such as `https://api.example.com`. */
  readonly baseUrl: string;
  /** How requests are sent: by `fetch`, unless told otherwise. */
  readonly transport?: Transport;
  /** The language of texts and errors, asked for with each request: `zh-CN`, `zh-TW`, `en-US` or `ja-JP`. */
  readonly locale?: string | (() => string);
  /** How long an answer may take, 30 s by default; ten times as long where a file is sent. */
  readonly timeoutMs?: number;
  /** How often a request is repeated that may be, 2 by default. */
  readonly retries?: number;
  /** The longest that the client waits before it repeats a request, 10 s by default: what takes longer is an error. */
  readonly maxWaitMs?: number;
}

/** Access tokens, and others in place of those that are refused. */
export interface Credentials {
  /** @returns null where nobody is signed in. */
  current(): Promise<string | null>;
  /** @returns another one than the stale, or null. */
  replace(stale: string): Promise<string | null>;
}

type HeadersOf = (spec: OperationSpec) => Promise<Record<string, string>>;

/** What all clients are: requests of the document, with tokens, repeated where that is safe. */
export function createSender(options: SenderOptions, headersOf: HeadersOf, credentials: Credentials): Sender {
  const { baseUrl, transport = fetchTransport(), timeoutMs = 30_000, retries = 2, maxWaitMs = 10_000 } = options;

  const requestOf = async (
    spec: OperationSpec,
    input: AnyInput,
    token: string | null,
    idempotencyKey: string | undefined,
  ): Promise<TransportRequest> => {
    const { contentType, body } = encodedBody(spec, input.body);
    const locale = typeof options.locale === 'function' ? options.locale() : options.locale;
    const binary = (spec.flags & BINARY) !== 0;
    const headers = {
      ...(binary ? {} : { Accept: 'application/json' }),
      ...(contentType === undefined ? {} : { 'Content-Type': contentType }),
      ...(locale === undefined ? {} : { 'Accept-Language': locale }),
      ...(token === null ? {} : { Authorization: `Bearer ${token}` }),
      ...(idempotencyKey === undefined ? {} : { 'Idempotency-Key': idempotencyKey }),
      ...(input.stepUpToken === undefined ? {} : { 'X-Step-Up-Token': input.stepUpToken }),
      ...(await headersOf(spec)),
      ...input.headers,
    };
    const limit = input.timeoutMs ?? (spec.flags & MULTIPART ? timeoutMs * 10 : timeoutMs);
    const { signal, onProgress } = input;
    return {
      method: spec.method,
      url: urlOf(baseUrl, spec.path, input),
      headers,
      body,
      binary,
      timeoutMs: limit,
      signal,
      onProgress,
    };
  };

  const exchange = async (request: TransportRequest): Promise<TransportAnswer> => {
    for (let attempt = 0; ; attempt += 1) {
      const outcome = await wholeAnswer(transport, request).then(
        (answer): Outcome => ({ answer }),
        (thrown: unknown): Outcome => ({ thrown }),
      );
      const wait = attempt < retries ? waitAfter(request, outcome, attempt) : null;
      if (wait === null || wait > maxWaitMs) {
        if ('answer' in outcome) return outcome.answer;
        throw failureOf(outcome.thrown);
      }
      await pause(wait, request.signal);
    }
  };

  return {
    async send(spec, input) {
      const token = await tokenFor(spec, credentials);
      // One for all attempts: they are the same request.
      const idempotencyKey = input.idempotencyKey ?? (spec.flags & IDEMPOTENCY_KEY ? uuid() : undefined);
      const ask = async (bearer: string | null) => exchange(await requestOf(spec, input, bearer, idempotencyKey));
      let answer = await ask(token);
      if (answer.status === 401 && token !== null) {
        const refusal = await errorOf(answer);
        const next = refusal.code === 'IAM.TOKEN.INVALID' ? await credentials.replace(token) : null;
        if (next === null) throw refusal;
        answer = await ask(next);
      }
      if (answer.status < 200 || answer.status > 299) throw await errorOf(answer);
      return valueOf(spec, answer);
    },
  };
}

/** An answer that breaks off is none. Only what may be long is left to whoever reads it. */
async function wholeAnswer(transport: Transport, request: TransportRequest): Promise<TransportAnswer> {
  const answer = await transport(request);
  if (request.binary) return answer;
  const text = await answer.text();
  return { ...answer, text: () => Promise.resolve(text) };
}

async function tokenFor({ flags }: OperationSpec, credentials: Credentials): Promise<string | null> {
  if (flags & BEARER) return credentials.current();
  // Whoever was signed in until now can ask as somebody who is not.
  return flags & OPTIONAL_BEARER ? credentials.current().catch(() => null) : null;
}

async function valueOf(spec: OperationSpec, answer: TransportAnswer): Promise<unknown> {
  if (spec.flags & BINARY) {
    const contentType = answer.header('Content-Type');
    const read = async <T>(part: () => Promise<T>): Promise<T> => {
      try {
        return await part();
      } catch (thrown) {
        throw failureOf(thrown);
      }
    };
    const { header } = answer;
    return {
      contentType,
      header,
      text: () => read(answer.text),
      bytes: () => read(answer.bytes),
    } satisfies BinaryAnswer;
  }
  const body = parsed(await answer.text());
  if (spec.flags & BARE && body !== null) return body;
  if (typeof body === 'object' && body !== null && 'data' in body) return body.data;
  const message = 'The answer is not one of the API: see what stands between';
  throw new ApiError(answer.status, 'CLIENT.UNEXPECTED_ANSWER', message);
}
