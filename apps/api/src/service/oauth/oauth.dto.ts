import { API_CLIENT_SCOPES, type LiveServiceToken, SERVICE_AUDIENCE, SERVICE_TOKEN_SECONDS } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { Documented } from '../../http/fields/fields';

const CLIENT_ID = '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be90a';
const TEXT = { type: 'string' };

/** Of a client that does not authenticate by the header. */
abstract class ClientAuthentication {
  @Documented(TEXT, {
    optional: true,
    description: 'Id of the client, together with `client_secret` instead of Basic',
    example: CLIENT_ID,
  })
  readonly client_id?: string;

  @Documented(TEXT, {
    optional: true,
    description: 'Secret of the client, never together with Basic',
    example: 'aks_b5Jt…',
  })
  readonly client_secret?: string;
}

export class OAuthTokenRequest extends ClientAuthentication {
  @Documented({ type: 'string', enum: ['client_credentials'] }, { example: 'client_credentials' })
  readonly grant_type!: string;

  @Documented(TEXT, {
    optional: true,
    description: 'Requested scopes of the client, separated by spaces; all its scopes if absent',
    example: 'notifications.submit',
  })
  readonly scope?: string;
}

/** Of an introspection or a revocation. */
export class OAuthTokenReferenceRequest extends ClientAuthentication {
  @Documented(TEXT, { description: 'An access token of an API client', example: 'eyJhbGciOiJFUzI1NiIs…' })
  readonly token!: string;

  @Documented(TEXT, { optional: true, description: 'Accepted and ignored', example: 'access_token' })
  readonly token_type_hint?: string;
}

/** RFC 6749, section 5.1. */
export class OAuthTokenResponse extends answer({
  accessToken: field.text().example('eyJhbGciOiJFUzI1NiIs…'),
  tokenType: field.constant('Bearer'),
  expiresIn: field.count().about('Lifetime of the token in seconds').example(SERVICE_TOKEN_SECONDS),
  scope: field.text().about('Granted scopes, separated by spaces').example('notifications.submit'),
}) {
  constructor({ token, scopes }: { readonly token: string; readonly scopes: readonly string[] }) {
    super({ accessToken: token, tokenType: 'Bearer', expiresIn: SERVICE_TOKEN_SECONDS, scope: scopes.join(' ') });
  }
}

/** RFC 7662, section 2.2. Of a token that is not good for anything, or not any of the caller’s business, `active` alone. */
export class OAuthIntrospectionResponse extends answer({
  active: field.flag(),
  scope: field
    .text()
    .optional()
    .about('Scopes currently granted by the token, separated by spaces')
    .example(API_CLIENT_SCOPES.map(({ code }) => code).join(' ')),
  clientId: field.uuid().optional().example(CLIENT_ID),
  tokenType: field.constant('Bearer').optional(),
  exp: field.count().optional().about('Expiry time in seconds since 1970').example(1_795_253_000),
  iat: field.count().optional().about('Time of issue in seconds since 1970').example(1_795_252_400),
  sub: field.uuid().optional().example(CLIENT_ID),
  aud: field.constant(SERVICE_AUDIENCE).optional(),
  iss: field.text().optional().example('https://api.example.com'),
  jti: field.uuid().optional(),
}) {
  constructor(token: LiveServiceToken | null, iss: string) {
    if (!token) {
      super({ active: false });
      return;
    }
    const { scopes, clientId, tokenId: jti, issuedAt: iat, expiresAt: exp } = token;
    const scope = scopes.join(' ');
    super({
      active: true,
      scope,
      clientId,
      tokenType: 'Bearer',
      exp,
      iat,
      sub: clientId,
      aud: SERVICE_AUDIENCE,
      iss,
      jti,
    });
  }
}

/** RFC 7009: whatever became of the token, the answer is the same. */
export class OAuthRevocationResponse {}
