import { type ClientCredentials, OAuthInvalidClientError, OAuthInvalidRequestError } from '@libs/iam';
import type { ApiRequest } from '../../http/request/request';

const BASIC = /^Basic +([A-Za-z0-9+/]+={0,2})$/i;

interface Parameters {
  get(name: 'client_id' | 'client_secret'): string | undefined;
}

/**
 * What the client sends to prove who it is, in the header or in the body (RFC 6749, section 2.3.1).
 *
 * @throws OAuthInvalidRequestError when it does both, OAuthInvalidClientError when it does neither.
 */
export function credentialsOf(request: ApiRequest, parameters: Parameters): ClientCredentials {
  const [header, ...others] = request.headersDistinct['authorization'] ?? [];
  const clientId = parameters.get('client_id');
  const clientSecret = parameters.get('client_secret');
  if (header === undefined) {
    if (clientId === undefined || clientSecret === undefined) throw new OAuthInvalidClientError();
    return { clientId, clientSecret };
  }
  if (others.length > 0 || clientSecret !== undefined) throw new OAuthInvalidRequestError();
  const credentials = basicCredentials(header);
  if (!credentials) throw new OAuthInvalidClientError();
  // Some clients name themselves in the body as well.
  if (clientId !== undefined && clientId !== credentials.clientId) throw new OAuthInvalidRequestError();
  return credentials;
}

/** Both are encoded as in a form before they are joined, which changes nothing about ours. */
function basicCredentials(header: string): ClientCredentials | null {
  const [, encoded] = BASIC.exec(header) ?? [];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = text.indexOf(':');
  if (colon < 0) return null;
  try {
    const [clientId, clientSecret] = [text.slice(0, colon), text.slice(colon + 1)].map(decoded);
    return clientId && clientSecret ? { clientId, clientSecret } : null;
  } catch {
    return null;
  }
}

function decoded(text: string): string {
  return decodeURIComponent(text.replaceAll('+', ' '));
}
