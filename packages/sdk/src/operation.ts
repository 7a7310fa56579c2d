import type { AbortSignalLike } from './host.js';
import type { UploadProgress } from './upload.js';

/** What a generated operation says of itself besides method and path, as bits of `flags`. */
export const BEARER = 1;
export const OPTIONAL_BEARER = 2;
export const DEVICE_KEY = 4;
export const IDEMPOTENCY_KEY = 8;
/** The answer is JSON without the envelope `{ data }`. */
export const BARE = 16;
export const BINARY = 32;
/** The body is `application/x-www-form-urlencoded`. */
export const FORM = 64;
/** The body is `multipart/form-data`. */
export const MULTIPART = 128;

export interface OperationSpec {
  readonly method: string;
  readonly path: string;
  readonly flags: number;
}

/** What every request may be given. */
export interface RequestOptions {
  /** Gives up the request, also while it waits for another attempt. */
  readonly signal?: AbortSignalLike;
  /** Replaces the client’s own limit. */
  readonly timeoutMs?: number;
  /** Sent as they are, besides what the client sends. */
  readonly headers?: Readonly<Record<string, string>>;
  /** Names the request, so that the server does it once. Where the operation takes one, the client makes one otherwise. */
  readonly idempotencyKey?: string;
  /** Told of a body with a file on its way. */
  readonly onProgress?: (progress: UploadProgress) => void;
}

/** The input of any operation, once its types have done their work. */
export interface AnyInput extends RequestOptions {
  readonly path?: Readonly<Record<string, unknown>>;
  readonly query?: Readonly<Record<string, unknown>>;
  readonly body?: unknown;
  readonly stepUpToken?: string;
}

/** Whatever sends requests: a client of this package. */
export interface Sender {
  readonly send: (spec: OperationSpec, input: AnyInput) => Promise<unknown>;
}

/** An answer that is no JSON, such as a picture or an export. */
export interface BinaryAnswer {
  readonly contentType: string | null;
  readonly header: (name: string) => string | null;
  readonly text: () => Promise<string>;
  readonly bytes: () => Promise<ArrayBuffer>;
}

type Part<T, Name extends string> = T extends { readonly [key in Name]: infer Value }
  ? { readonly [key in Name]: Value }
  : T extends { readonly [key in Name]?: infer Value }
    ? [NonNullable<Value>] extends [never]
      ? unknown
      : { readonly [key in Name]?: Value }
    : unknown;

type Content<T> = T extends { readonly content: infer C } ? C[keyof C] : never;

type Body<T> = T extends { readonly requestBody: infer B }
  ? { readonly body: Content<B> }
  : T extends { readonly requestBody?: infer B }
    ? [NonNullable<B>] extends [never]
      ? unknown
      : { readonly body?: Content<NonNullable<B>> }
    : unknown;

type StepUp<P> = P extends { readonly header: { readonly 'X-Step-Up-Token': string } }
  ? { readonly stepUpToken: string }
  : P extends { readonly header?: { readonly 'X-Step-Up-Token'?: string } }
    ? P extends { readonly header?: never }
      ? unknown
      : { readonly stepUpToken?: string }
    : unknown;

type Parameters<T> = T extends { readonly parameters: infer P }
  ? Part<P, 'path'> & Part<P, 'query'> & StepUp<P>
  : unknown;

/** What an operation of the document takes. */
export type InputOf<T> = Parameters<T> & Body<T> & RequestOptions;

type Success<T> = T extends { readonly responses: infer R } ? R[keyof R] : never;

type Json<C> = C extends { readonly 'application/json': infer J }
  ? J extends { readonly data: infer D }
    ? D
    : J
  : BinaryAnswer;

/** What an operation of the document answers, without the envelope. */
export type AnswerOf<T> = Success<T> extends { readonly content: infer C } ? Json<C> : never;

type Rest<Input> = Partial<Input> extends Input ? [input?: Input] : [input: Input];

/** A function that sends one request. */
export type Operation<T> = (client: Sender, ...rest: Rest<InputOf<T>>) => Promise<AnswerOf<T>>;

/** The input and the answer of an operation by its function: `Answer<typeof getProfile>`. */
export type Answer<F> = F extends (client: Sender, ...rest: never[]) => Promise<infer A> ? A : never;
export type Input<F> = F extends (client: Sender, ...rest: infer R) => Promise<unknown> ? NonNullable<R[0]> : never;

/** @returns the function of an operation. What it takes and gives is that of the document. */
export function operation<T>(method: string, path: string, flags: number): Operation<T> {
  const spec: OperationSpec = { method, path, flags };
  return ((client: Sender, input: AnyInput = {}) => client.send(spec, input)) as Operation<T>;
}
