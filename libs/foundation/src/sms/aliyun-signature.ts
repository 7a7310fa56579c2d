import { createHash, createHmac } from 'node:crypto';

export interface AliyunRequest {
  readonly method: 'GET' | 'POST';
  readonly host: string;
  readonly action: string;
  readonly version: string;
  readonly query: Readonly<Record<string, string>>;
  /** The signature uses whole seconds. */
  readonly date: Date;
  readonly nonce: string;
}

/**
 * The query string and headers of a signed request without a body, by version 3 of Alibaba Cloud's signature
 * (ACS3-HMAC-SHA256).
 */
export function signAliyunRequest(
  request: AliyunRequest,
  credentials: { readonly accessKeyId: string; readonly accessKeySecret: string },
): { query: string; headers: Record<string, string> } {
  const query = canonicalQuery(request.query);
  const headers: Record<string, string> = {
    host: request.host,
    'x-acs-action': request.action,
    'x-acs-content-sha256': sha256(''),
    'x-acs-date': request.date.toISOString().replace(/\.\d{3}Z$/, 'Z'),
    'x-acs-signature-nonce': request.nonce,
    'x-acs-version': request.version,
  };
  const names = Object.keys(headers).sort();
  const canonical = [
    request.method,
    '/',
    query,
    ...names.map((name) => `${name}:${headers[name] ?? ''}`),
    '',
    names.join(';'),
    sha256(''),
  ].join('\n');
  const signature = createHmac('sha256', credentials.accessKeySecret)
    .update(`ACS3-HMAC-SHA256\n${sha256(canonical)}`)
    .digest('hex');
  headers['Authorization'] =
    `ACS3-HMAC-SHA256 Credential=${credentials.accessKeyId},SignedHeaders=${names.join(';')},Signature=${signature}`;
  return { query, headers };
}

function canonicalQuery(query: Readonly<Record<string, string>>): string {
  return Object.entries(query)
    .map(([name, value]) => `${encode(name)}=${encode(value)}`)
    .sort()
    .join('&');
}

/** Percent-encoding as in RFC 3986: only letters, digits and `-_.~` stay. */
function encode(text: string): string {
  return encodeURIComponent(text).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}
