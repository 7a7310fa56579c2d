import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AccessTokens, API_CLIENT_SCOPES } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../http/answers/answer';
import { answerHeaders } from '../http/answers/answer-headers';
import { AnswersBare } from '../http/answers/answers';
import { Conditional } from '../http/answers/cacheable';
import { type CachedAnswer, cachedDocument } from '../http/answers/cached-answer';
import { WellKnownController } from '../surfaces/surfaces';

/** How a client authenticates, by the names of RFC 7591: Basic, or in the body. */
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post'] as const;
const GRANT_TYPES = ['client_credentials'] as const;
const SCOPES = API_CLIENT_SCOPES.map(({ code }) => code);
const API = 'https://api.example.com';

const authMethods = field.texts().example(AUTH_METHODS);

/** RFC 8414, section 2. */
class OAuthServerMetadataResponse extends answer({
  issuer: field.text().about('The issuer, equal to the `iss` of the tokens').example(API),
  tokenEndpoint: field.text().example(`${API}/api/v1/oauth/token`),
  introspectionEndpoint: field.text().example(`${API}/api/v1/oauth/introspect`),
  revocationEndpoint: field.text().example(`${API}/api/v1/oauth/revoke`),
  jwksUri: field.text().example(`${API}/.well-known/jwks.json`),
  scopesSupported: field.texts().about('All scopes that a client can have').example(SCOPES),
  responseTypesSupported: field.texts().about('Empty: there is no authorization endpoint').example([]),
  grantTypesSupported: field.texts().example(GRANT_TYPES),
  tokenEndpointAuthMethodsSupported: authMethods,
  introspectionEndpointAuthMethodsSupported: authMethods,
  revocationEndpointAuthMethodsSupported: authMethods,
}) {
  /** @param issuer the URL under which clients reach this service. */
  constructor(issuer: string) {
    const base = issuer.replace(/\/+$/, '');
    super({
      issuer,
      tokenEndpoint: `${base}/api/v1/oauth/token`,
      introspectionEndpoint: `${base}/api/v1/oauth/introspect`,
      revocationEndpoint: `${base}/api/v1/oauth/revoke`,
      jwksUri: `${base}/.well-known/jwks.json`,
      scopesSupported: SCOPES,
      responseTypesSupported: [],
      grantTypesSupported: GRANT_TYPES,
      tokenEndpointAuthMethodsSupported: AUTH_METHODS,
      introspectionEndpointAuthMethodsSupported: AUTH_METHODS,
      revocationEndpointAuthMethodsSupported: AUTH_METHODS,
    });
  }
}

const MAX_AGE_SECONDS = 3_600;

const HEADERS = answerHeaders('ETag', `Cache-Control.public-${MAX_AGE_SECONDS}`);

@WellKnownController('oauth-authorization-server', 'OAuth')
export class OAuthMetadataController {
  private readonly answer: CachedAnswer;

  constructor({ issuer }: AccessTokens) {
    this.answer = cachedDocument(new OAuthServerMetadataResponse(issuer), MAX_AGE_SECONDS);
  }

  @Get()
  @ApiOperation({
    summary: 'Get the OAuth authorization server metadata for API clients',
    description:
      'Authorization server metadata (RFC 8414), from which a client library discovers the endpoints and capabilities.',
  })
  @Conditional(HEADERS)
  @AnswersBare(OAuthServerMetadataResponse, { headers: HEADERS })
  getOAuthMetadata() {
    return this.answer;
  }
}
