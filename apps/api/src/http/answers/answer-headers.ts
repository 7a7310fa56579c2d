import { getSchemaPath } from '@nestjs/swagger';

const text = (description: string, example?: string) => ({
  description,
  schema: { type: 'string', ...(example === undefined ? {} : { example }) },
});

/** Response headers as shared components of the document. The name of a variant follows a dot. */
export const ANSWER_HEADERS = {
  'Accept-Ranges': text('`bytes`: clients may request a range of the content.', 'bytes'),
  'Cache-Control': text('`no-store`: the answer is for this request alone.', 'no-store'),
  'Cache-Control.immutable': text('The content under this URL never changes.', 'public, max-age=31536000, immutable'),
  'Cache-Control.no-cache': text('The client asks each time whether what it has is current.', 'no-cache'),
  'Cache-Control.private': text('The client may keep the answer, and asks whether it is current.', 'private, no-cache'),
  'Cache-Control.private-immutable': text(
    'The content under this URL never changes, and is for this client alone.',
    'private, max-age=31536000, immutable',
  ),
  'Cache-Control.public-60': text('The answer may be used for a minute without asking again.', 'public, max-age=60'),
  'Cache-Control.public-300': text('The answer may be used for five minutes.', 'public, max-age=300'),
  'Cache-Control.public-3600': text('The answer may be used for an hour.', 'public, max-age=3600'),
  'Clear-Site-Data': text('`"cache"`: browsers forget what they have kept of this service.', '"cache"'),
  'Content-Disposition': text('An attachment, with the name of the file.', 'attachment; filename="app.wgt"'),
  'Content-Language': { description: 'The locale of the answer.', schema: { $ref: getSchemaPath('SupportedLocale') } },
  'Content-Length': {
    description: 'The length of the body in bytes.',
    schema: { type: 'integer', minimum: 0, example: 1024 },
  },
  'Content-Location': text(
    'The path with the present slug, where the id or a former slug was asked for.',
    '/api/v1/public/articles/how-we-deliver',
  ),
  'Content-Range': text('`bytes <first>-<last>/<length>`; with 416 `bytes */<length>`.', 'bytes 0-1023/4096'),
  Digest: text('The same as `Repr-Digest`, in the older form: `sha-256=<base64>`.'),
  ETag: text('Strong validator of the content, for `If-None-Match` and `If-Range`.', '"q7Vb2ZkXo0m9wR4tY6uI8pLsDfG"'),
  'Idempotent-Replayed': text('`true`: the first answer to the `Idempotency-Key`, given again.', 'true'),
  RateLimit: text('The requests left in each limit (`r`), and the seconds until it resets (`t`).', '"auth";r=299;t=60'),
  'RateLimit-Policy': text(
    'The limits that the request counted against: their quota (`q`) and window in seconds (`w`).',
    '"auth";q=300;w=60',
  ),
  'Repr-Digest': text('SHA-256 of the whole package: `sha-256=:<base64>:`.'),
  'Retry-After': {
    description: 'Seconds after which the request may succeed.',
    schema: { type: 'integer', minimum: 1, example: 2 },
  },
  'Set-Cookie': text(
    'The cookie with the next refresh token, or the end of the one before.',
    '__Host-ak_console=akr_7Zk2…; Path=/; HttpOnly; Secure; SameSite=Strict',
  ),
  Vary: text('The request headers that the answer depends on.', 'Accept-Language, X-AppID'),
  'Vary.accept': text('The request headers that the answer depends on.', 'Accept, Accept-Language, X-AppID'),
  'WWW-Authenticate': text(
    'The authentication scheme of the route; with `error="invalid_token"` where the bearer that was sent is not valid.',
    'Bearer error="invalid_token"',
  ),
  'WWW-Authenticate.scope': text(
    'The scope that the token of an API client lacks (RFC 6750).',
    'Bearer error="insufficient_scope", scope="notifications.submit"',
  ),
  'X-App-Onboarding-Version': {
    description: 'The published revision of the onboarding, 0 before the first.',
    schema: { type: 'integer', minimum: 0, example: 3 },
  },
  'X-Content-Type-Options': text('`nosniff`: browsers must keep to the declared type.', 'nosniff'),
  'X-Robots-Tag': text('`noindex`: search engines must not list the page.', 'noindex'),
  'X-Request-ID': {
    description: 'Identifies the request in the log: the id that the client sent, if it is well-formed.',
    schema: { type: 'string', maxLength: 128, example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be901' },
  },
} as const;

export type AnswerHeader = keyof typeof ANSWER_HEADERS;

/** References to the headers by their names on the wire. */
export function answerHeaders(...names: readonly AnswerHeader[]): Record<string, { $ref: string }> {
  const references = names.map((name) => [name.replace(/\..*/, ''), { $ref: `#/components/headers/${name}` }] as const);
  return Object.fromEntries(references);
}

/** The headers of a file, or of a range of it. */
export const FILE_HEADERS = answerHeaders('Content-Disposition', 'Accept-Ranges', 'Content-Length');
export const RANGE_HEADERS = { ...FILE_HEADERS, ...answerHeaders('Content-Range') };

/** The headers of an answer in the locale of the request. */
export const LOCALISED = answerHeaders('Content-Language', 'Vary');
