import { answer } from './answer';
import { type ErrorDefinition, type ErrorKind, field } from '@libs/kernel';

/** Paths with errors of RFC 6749. */
const PATHS: ReadonlySet<string> = new Set(['token', 'introspect', 'revoke'].map((name) => `/api/v1/oauth/${name}`));

const OF_RFC = 'IAM.OAUTH.';

/** Error codes of RFC 6749 for errors of this service. */
const BY_KIND: Partial<Record<ErrorKind, string>> = {
  too_many: 'temporarily_unavailable',
  unavailable: 'temporarily_unavailable',
  unexpected: 'server_error',
};

/** RFC 6749, section 5.2: characters that a description must not contain. */
const NOT_IN_DESCRIPTION = /[^\x20-\x21\x23-\x5b\x5d-\x7e]/g;

/** An error of RFC 6749, in English. */
export class OAuthErrorResponse extends answer({
  error: field.text().about('RFC 6749, section 5.2').example('invalid_client'),
  errorDescription: field.text().example('The client could not be authenticated.'),
}) {
  constructor({ code, kind, detail }: ErrorDefinition) {
    super({
      error: code.startsWith(OF_RFC) ? code.slice(OF_RFC.length).toLowerCase() : (BY_KIND[kind] ?? 'invalid_request'),
      errorDescription: detail['en-US'].replaceAll(NOT_IN_DESCRIPTION, ''),
    });
  }
}

/** @param path with or without a trailing slash, as the router accepts it. */
export function hasOAuthErrors(path: string): boolean {
  return PATHS.has(path.replace(/\/$/, ''));
}
