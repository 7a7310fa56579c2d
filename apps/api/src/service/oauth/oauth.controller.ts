import { Post, Req, Res } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import {
  AccessTokens,
  ClientTokensService,
  OAuthInvalidRequestError,
  OAuthInvalidScopeError,
  OAuthUnsupportedGrantTypeError,
} from '@libs/iam';
import type { Response } from 'express';
import { AccessTokenStrategy } from '../../auth/access-token.strategy';
import { AnswersBare, Raises } from '../../http/answers/answers';
import { readParameters } from '../../http/request/form-body';
import type { ApiRequest } from '../../http/request/request';
import { ReadsBody } from '../../http/request/route-body';
import { OAuthController } from '../../surfaces/surfaces';
import { credentialsOf } from './client-authentication';
import { OAuthCallers } from './oauth-callers';
import {
  OAuthIntrospectionResponse,
  OAuthRevocationResponse,
  OAuthTokenReferenceRequest,
  OAuthTokenRequest,
  OAuthTokenResponse,
} from './oauth.dto';

const FORM = 'application/x-www-form-urlencoded';
const CLIENT = ['client_id', 'client_secret'] as const;
const GRANT_TYPE = 'client_credentials';

@OAuthController()
export class ClientTokensController {
  constructor(
    private readonly callers: OAuthCallers,
    private readonly tokens: ClientTokensService,
    private readonly strategy: AccessTokenStrategy,
    private readonly accessTokens: AccessTokens,
  ) {}

  @Post('token')
  @ApiOperation({
    summary: 'Get an access token for an API client',
    description:
      'Client credentials grant (RFC 6749). The client authenticates by Basic or in the body, never both. The token is valid for ten minutes, for `/api/v1/service` and for the operations under `/admin-api/v1` whose permission is one of its scopes; it becomes invalid earlier if the client is disabled or deleted, or through `/api/v1/oauth/revoke`. Failed authentications are rate-limited; failures of others do not cause a valid secret to be refused.',
  })
  @ReadsBody('urlencoded')
  @ApiConsumes(FORM)
  @ApiBody({ type: OAuthTokenRequest })
  @AnswersBare(OAuthTokenResponse)
  @Raises(OAuthUnsupportedGrantTypeError, OAuthInvalidScopeError)
  async issueClientToken(@Req() request: ApiRequest, @Res({ passthrough: true }) response: Response) {
    const { credentials, scopes } = await this.callers.reading(request, response, async () => {
      const parameters = await readParameters(request, response, [...CLIENT, 'grant_type', 'scope']);
      const grantType = parameters.get('grant_type');
      if (grantType === undefined) throw new OAuthInvalidRequestError();
      if (grantType !== GRANT_TYPE) throw new OAuthUnsupportedGrantTypeError();
      return {
        credentials: credentialsOf(request, parameters),
        scopes: parameters.get('scope')?.split(' ') ?? null,
      };
    });
    const client = await this.callers.authenticate(request, response, credentials);
    return new OAuthTokenResponse(this.tokens.issue(client, scopes));
  }

  @Post('introspect')
  @ApiOperation({
    summary: 'Introspect a token of an API client',
    description:
      'Token introspection (RFC 7662). `active` is true only for a currently valid token of an API client of the caller’s tenant.',
  })
  @ReadsBody('urlencoded')
  @ApiConsumes(FORM)
  @ApiBody({ type: OAuthTokenReferenceRequest })
  @AnswersBare(OAuthIntrospectionResponse)
  async introspectClientToken(@Req() request: ApiRequest, @Res({ passthrough: true }) response: Response) {
    const { client, claims } = await this.referenceIn(request, response);
    const token = await this.tokens.introspect(client, claims);
    return new OAuthIntrospectionResponse(token, this.accessTokens.issuer);
  }

  @Post('revoke')
  @ApiOperation({
    summary: 'Revoke a token of an API client',
    description:
      'Token revocation (RFC 7009), effective at once in all processes. Only a token of the caller is revoked; for any other value the answer is the same.',
  })
  @ReadsBody('urlencoded')
  @ApiConsumes(FORM)
  @ApiBody({ type: OAuthTokenReferenceRequest })
  @AnswersBare(OAuthRevocationResponse)
  async revokeClientToken(@Req() request: ApiRequest, @Res({ passthrough: true }) response: Response) {
    const { client, claims } = await this.referenceIn(request, response);
    await this.tokens.revoke(client, claims);
    return new OAuthRevocationResponse();
  }

  private async referenceIn(request: ApiRequest, response: Response) {
    const { credentials, token } = await this.callers.reading(request, response, async () => {
      const parameters = await readParameters(request, response, [...CLIENT, 'token']);
      const credentials = credentialsOf(request, parameters);
      const token = parameters.get('token');
      if (token === undefined) throw new OAuthInvalidRequestError();
      return { credentials, token };
    });
    const client = await this.callers.authenticate(request, response, credentials);
    return { client, claims: await this.strategy.clientClaimsIn(token) };
  }
}
