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
  ) {}

  with(changes: Partial<Pick<CachedAnswer, 'body' | 'etag' | 'maxAgeSeconds'>>): CachedAnswer {
    const { body, etag, locale, maxAgeSeconds } = { ...this, ...changes };
    return new CachedAnswer(body, etag, locale, maxAgeSeconds);
  }
}

/** The `Vary` of a localized answer. */
export const LOCALISED_BY = 'Accept-Language, X-AppID';

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
export function validatorsOf({ etag, locale, maxAgeSeconds }: CachedAnswer): [string, string][] {
  return [
    ['ETag', etag],
    ['Cache-Control', maxAgeSeconds === null ? 'private, no-cache' : `public, max-age=${maxAgeSeconds}`],
    ...(locale ? [['Content-Language', locale] satisfies [string, string]] : []),
  ];
}

/** The headers of the body. */
export function contentHeadersOf({ body }: CachedAnswer): [string, string][] {
  return [
    ['Content-Type', 'application/json; charset=utf-8'],
    ['Content-Length', String(body.length)],
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
  response.status(200).end(method === 'HEAD' ? undefined : answer.body);
}

function answerOf(
  json: unknown,
  locale: SupportedLocale | null,
  maxAgeSeconds: number | null,
  tag?: string,
): CachedAnswer {
  const body = Buffer.from(JSON.stringify(json));
  const etag = `"${tag ?? createHash('sha256').update(body).digest('base64url').slice(0, 27)}"`;
  return new CachedAnswer(body, etag, locale, maxAgeSeconds);
}

/** `If-None-Match` compares weakly: a proxy that compresses the body makes our tag weak. */
export function matchesETag(header: string | undefined, etag: string): boolean {
  if (header === undefined) return false;
  return header.split(',').some((candidate) => {
    const value = candidate.trim();
    return value === '*' || value === etag || value === `W/${etag}`;
  });
}
