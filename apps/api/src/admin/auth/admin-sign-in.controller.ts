import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  AdminLoginService,
  AdminSessionsService,
  DEFAULT_TENANT_CODE,
  InvalidCredentialsError,
  InvalidLinkError,
  InvalidMfaError,
  InvalidTokenError,
  LinkedPasswordsService,
  LoginThrottledError,
  PasswordLinksService,
  type Client,
} from '@libs/iam';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { AppAcceptedResponse, BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { AnonymousAdminController } from '../../surfaces/surfaces';
import {
  AdminInvitationAcceptRequest,
  AdminLoginRequest,
  AdminMfaLoginRequest,
  AdminMfaRequiredResponse,
  AdminPasswordForgotRequest,
  AdminPasswordResetRequest,
  AdminRefreshRequest,
  AdminTokenResponse,
} from './admin-sign-in.dto';

@AnonymousAdminController('auth', 'Admin sign-in')
export class AdminSignInController {
  constructor(
    private readonly logins: AdminLoginService,
    private readonly sessions: AdminSessionsService,
    private readonly links: PasswordLinksService,
    private readonly passwords: LinkedPasswordsService,
  ) {}

  @Post('login')
  @ApiOperation({
    summary: 'Sign in as an administrator',
    description:
      'Answers with tokens or, if a second factor is set up, with the `mfa_token` to send along with its code.',
  })
  @Answers([AdminTokenResponse, AdminMfaRequiredResponse])
  @Raises(InvalidCredentialsError, LoginThrottledError)
  async adminLogin(@Body() { email, password, tenant }: AdminLoginRequest, @RequestClient() client: Client) {
    const outcome = await this.logins.byPassword(
      { email, password, tenantCode: tenant ?? DEFAULT_TENANT_CODE },
      client,
    );
    return 'mfaToken' in outcome ? new AdminMfaRequiredResponse(outcome.mfaToken) : new AdminTokenResponse(outcome);
  }

  @Post('login/mfa')
  @ApiOperation({
    summary: 'Complete a sign-in with the second factor',
    description: 'Each code from the authenticator and each recovery code is accepted once.',
  })
  @Answers(AdminTokenResponse)
  @Raises(InvalidMfaError, LoginThrottledError)
  async adminLoginMfa(@Body() body: AdminMfaLoginRequest, @RequestClient() client: Client) {
    return new AdminTokenResponse(await this.logins.byCode(body.mfa_token, body.code, client));
  }

  @Post('refresh')
  @ApiOperation({
    summary: 'Exchange an administrator’s refresh token for a new pair',
    description: 'Consumes the token. Presenting a consumed token ends the session.',
  })
  @Answers(AdminTokenResponse)
  @Raises(InvalidTokenError)
  async adminRefresh(@Body() body: AdminRefreshRequest, @RequestClient() client: Client) {
    return new AdminTokenResponse(await this.sessions.refresh(body.refresh_token, client));
  }

  @Post('password/forgot')
  @ApiOperation({
    summary: 'Request a link to set a new password',
    description: 'The answer is the same whether or not the account exists.',
  })
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  async adminPasswordForgot(@Body() { email, tenant }: AdminPasswordForgotRequest, @RequestClient() client: Client) {
    return new AppAcceptedResponse(await this.links.forgot(email, tenant ?? DEFAULT_TENANT_CODE, client));
  }

  @Post('password/reset')
  @ApiOperation({ summary: 'Set a new password with the mailed link', description: 'Ends all sessions of the user.' })
  @Answers(BooleanSuccessResponse)
  @Raises(InvalidLinkError)
  async adminPasswordReset(@Body() body: AdminPasswordResetRequest, @RequestClient() client: Client) {
    await this.passwords.reset(body.token, body.new_password, client);
    return new BooleanSuccessResponse();
  }

  @Post('invitations/accept')
  @ApiOperation({
    summary: 'Accept an invitation by setting a password',
    description: 'The token from the mailed link is accepted once. The user can sign in from then on.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(InvalidLinkError)
  async acceptAdminInvitation(@Body() body: AdminInvitationAcceptRequest) {
    await this.passwords.acceptInvitation(body.token, body.password, body.display_name ?? null);
    return new BooleanSuccessResponse();
  }
}
