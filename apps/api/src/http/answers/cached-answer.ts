import { createHash } from 'node:crypto';
import type { Response } from 'express';
import type { SupportedLocale } from '@libs/kernel';

/**
 * An answer that is the same for many requests: its bytes, built once, and their strong ETag (RFC 9110). A handler that
 * returns one answers with these bytes, or with 304 when the client has them.
 */
export class CachedAnswer {
  constructor(
    readonly body: Buffer,
    readonly etag: string,
    /** Null if the answer does not depend on the language. */
    readonly locale: SupportedLocale | null,
    /** Null for a personal answer, which only the client may cache and must revalidate. */
    readonly maxAgeSeconds: number | null,
    /** The path under which the same is found, where another one was asked for. */
    readonly location: string | null = null,
  ) {}

  with(changes: Partial<Pick<CachedAnswer, 'body' | 'etag' | 'maxAgeSeconds' | 'location'>>): CachedAnswer {
    const { body, etag, locale, maxAgeSeconds, location } = { ...this, ...changes };
    return new CachedAnswer(body, etag, locale, maxAgeSeconds, location);
  }
}

/** Cached answers as the items of a list: their bytes, which are not copied however many they are. */
class CachedList extends CachedAnswer {
  constructor(
    readonly parts: readonly Buffer[],
    etag: string,
    locale: SupportedLocale | null,
    maxAgeSeconds: number | null,
  ) {
    super(Buffer.alloc(0), etag, locale, maxAgeSeconds);
  }
}

const ENVELOPE = '{"data":';
const [BEGINNING, COMMA, END] = [`${ENVELOPE}{"items":[`, ',', ']}}'].map((text) => Buffer.from(text)) as [
  Buffer,
  Buffer,
  Buffer,
];

/** A list of what other answers tell. Its ETag follows from theirs. */
export function cachedList(
  items: readonly CachedAnswer[],
  locale: SupportedLocale,
  maxAgeSeconds: number | null,
): CachedAnswer {
  const parts = items.flatMap(({ body }, at) => [at === 0 ? BEGINNING : COMMA, body.subarray(ENVELOPE.length, -1)]);
  const etag = tagOf(items.map((item) => item.etag).join());
  return new CachedList(parts.length === 0 ? [BEGINNING, END] : [...parts, END], etag, locale, maxAgeSeconds);
}

/** The `Vary` of a localized answer. */
export const LOCALISED_BY = 'Accept-Language, X-AppID';

/** Of an answer that is not one of these: its client alone may keep it, and what it keeps follows the language. */
export function localised(response: Response, locale: SupportedLocale): void {
  response.setHeader('Content-Language', locale);
  response.vary(LOCALISED_BY);
}

/** @param tag identifies the bytes; by default it is made from their hash. */
export function cachedAnswer(
  data: unknown,
  locale: SupportedLocale,
  maxAgeSeconds: number | null,
  tag?: string,
): CachedAnswer {
  return answerOf({ data }, locale, maxAgeSeconds, tag);
}

/** A cached document defined by a standard: no envelope, no language. */
export function cachedDocument(document: unknown, maxAgeSeconds: number): CachedAnswer {
  return answerOf(document, null, maxAgeSeconds);
}

/** The headers of an answer, with or without its body. */
export function validatorsOf({ etag, locale, maxAgeSeconds, location }: CachedAnswer): [string, string][] {
  return [
    ['ETag', etag],
    ['Cache-Control', maxAgeSeconds === null ? 'private, no-cache' : `public, max-age=${maxAgeSeconds}`],
    ...(locale ? [['Content-Language', locale] satisfies [string, string]] : []),
    ...(location === null ? [] : [['Content-Location', location] satisfies [string, string]]),
  ];
}

/** The headers of the body. */
export function contentHeadersOf(answer: CachedAnswer): [string, string][] {
  const length = partsOf(answer).reduce((bytes, part) => bytes + part.length, 0);
  return [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(length)],
  ];
}

/** Sends the bytes, or 304 when the client has them. */
export function sendCachedAnswer(response: Response, answer: CachedAnswer): void {
  const { method, headers } = response.req;
  response.setHeaders(new Map(validatorsOf(answer)));
  if (answer.locale) response.vary(LOCALISED_BY);
  if (matchesETag(headers['if-none-match'], answer.etag)) {
    response.status(304).end();
    return;
  }
  response.setHeaders(new Map(contentHeadersOf(answer)));
  response.status(200);
  const parts = method === 'HEAD' ? [] : partsOf(answer);
  for (const part of parts.slice(0, -1)) response.write(part);
  response.end(parts.at(-1));
}

function partsOf(answer: CachedAnswer): readonly Buffer[] {
  return answer instanceof CachedList ? answer.parts : [answer.body];
}

function answerOf(
  json: unknown,
  locale: SupportedLocale | null,
  maxAgeSeconds: number | null,
  tag?: string,
): CachedAnswer {
  const body = Buffer.from(JSON.stringify(json));
  return new CachedAnswer(body, tag === undefined ? tagOf(body) : `"${tag}"`, locale, maxAgeSeconds);
}

function tagOf(content: Buffer | string): string {
  return `"${createHash('sha256').update(content).digest('base64url').slice(0, 27)}"`;
}

/** `If-None-Match` compares weakly: a proxy that compresses the body makes our tag weak. */
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => {
    const value = candidate.trim();
    return value === '*' || value === etag || value === `W/${etag}`;
  });
}
