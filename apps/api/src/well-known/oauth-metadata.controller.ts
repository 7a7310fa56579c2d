import { Get, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AccessTokens, API_CLIENT_SCOPES } from '@libs/iam';
import type { Response } from 'express';
import { Answer } from '../http/answers/answer-fields';
import { answerHeaders } from '../http/answers/answer-headers';
import { AnswersBare } from '../http/answers/answers';
import { Conditional } from '../http/answers/cacheable';
import { type CachedAnswer, cachedDocument, sendCachedAnswer } from '../http/answers/cached-answer';
import type { ApiRequest } from '../http/request/request';
import { WellKnownController } from '../surfaces/surfaces';

/** How a client authenticates, by the names of RFC 7591: Basic, or in the body. */
const AUTH_METHODS = ['client_secret_basic', 'client_secret_post'] as const;
const GRANT_TYPES = ['client_credentials'] as const;
const SCOPES = API_CLIENT_SCOPES.map(({ code }) => code);
const API = 'https://api.example.com';

/** RFC 8414, section 2. */
class OAuthServerMetadataResponse {
  @Answer.Text({ description: 'The issuer, equal to the `iss` of the tokens', example: API })
  readonly issuer: string;

  @Answer.Text({ example: `${API}/api/v1/oauth/token` })
  readonly token_endpoint: string;

  @Answer.Text({ example: `${API}/api/v1/oauth/introspect` })
  readonly introspection_endpoint: string;

  @Answer.Text({ example: `${API}/api/v1/oauth/revoke` })
  readonly revocation_endpoint: string;

  @Answer.Text({ example: `${API}/.well-known/jwks.json` })
  readonly jwks_uri: string;

  @Answer.Texts({ description: 'All scopes that a client can have', example: SCOPES })
  readonly scopes_supported: readonly string[] = SCOPES;

  @Answer.Texts({ description: 'Empty: there is no authorization endpoint', example: [] })
  readonly response_types_supported: readonly string[] = [];

  @Answer.Texts({ example: GRANT_TYPES })
  readonly grant_types_supported: readonly string[] = GRANT_TYPES;

  @Answer.Texts({ example: AUTH_METHODS })
  readonly token_endpoint_auth_methods_supported: readonly string[] = AUTH_METHODS;

  @Answer.Texts({ example: AUTH_METHODS })
  readonly introspection_endpoint_auth_methods_supported: readonly string[] = AUTH_METHODS;

  @Answer.Texts({ example: AUTH_METHODS })
  readonly revocation_endpoint_auth_methods_supported: readonly string[] = AUTH_METHODS;

  /** @param issuer the URL under which clients reach this service. */
  constructor(issuer: string) {
    const base = issuer.replace(/\/+$/, '');
    this.issuer = issuer;
    this.token_endpoint = `${base}/api/v1/oauth/token`;
    this.introspection_endpoint = `${base}/api/v1/oauth/introspect`;
    this.revocation_endpoint = `${base}/api/v1/oauth/revoke`;
    this.jwks_uri = `${base}/.well-known/jwks.json`;
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
  getOAuthMetadata(@Req() request: ApiRequest, @Res() response: Response): void {
    sendCachedAnswer(request, response, this.answer);
  }
}
