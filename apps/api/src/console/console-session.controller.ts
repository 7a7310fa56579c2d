import { Body, Inject, Post, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiSecurity } from '@nestjs/swagger';
import type { Response } from 'express';
import { RequestAudit } from '@libs/audit';
import { CONFIG, type Config } from '@libs/foundation';
import {
  AdminLoginService,
  AdminSessionsService,
  type AdminTokenPair,
  type Client,
  DEFAULT_TENANT_CODE,
  InvalidCredentialsError,
  InvalidMfaError,
  InvalidTokenError,
  LoginThrottledError,
} from '@libs/iam';
import { AdminLoginRequest, AdminMfaLoginRequest, AdminMfaRequiredResponse } from '../admin/auth/admin-sign-in.dto';
import { auditedRequest } from '../audit/audited-request';
import { Records } from '../auth/admin-access';
import { answerHeaders } from '../http/answers/answer-headers';
import { Answers, Raises } from '../http/answers/answers';
import { BooleanSuccessResponse } from '../http/answers/common-responses.dto';
import { RequestClient } from '../http/request/client';
import { type ConsoleCookie, consoleCookie, consoleTokenOf } from '../http/request/console-cookie';
import type { ApiRequest } from '../http/request/request';
import { IdempotencyKey, TakesIdempotencyKey } from '../surfaces/parameters';
import { CONSOLE_SCHEME, ConsoleDoorController } from '../surfaces/surfaces';
import { ConsoleSessionRequest, ConsoleTokenResponse } from './console-session.dto';

const SETS_COOKIE = { headers: answerHeaders('Set-Cookie') } as const;

/** Signs in and out as `/admin-api/v1/auth` does, but no script ever holds the refresh token. */
@ConsoleDoorController('session')
export class ConsoleSessionController {
  private readonly cookie: ConsoleCookie;

  constructor(
    private readonly logins: AdminLoginService,
    private readonly sessions: AdminSessionsService,
    private readonly audit: RequestAudit,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.cookie = consoleCookie(config);
  }

  @Post('login')
  @ApiSecurity({})
  @ApiOperation({
    summary: 'Sign in to the console',
    description:
      'The same as `POST /admin-api/v1/auth/login`, but the refresh token is in a cookie that scripts cannot read, and nowhere else. ' +
      'Requests have to come from a page of this service: `Sec-Fetch-Site: same-origin` or, where the browser sends no ' +
      'such header, an `Origin` of this service.',
  })
  @Answers([ConsoleTokenResponse, AdminMfaRequiredResponse], SETS_COOKIE)
  @Raises(InvalidCredentialsError, LoginThrottledError)
  async consoleLogin(
    @Body() { email, password, tenant }: AdminLoginRequest,
    @RequestClient() client: Client,
    @Res({ passthrough: true }) response: Response,
  ) {
    const login = { email, password, tenantCode: tenant ?? DEFAULT_TENANT_CODE };
    const outcome = await this.logins.byPassword(login, client);
    return 'mfaToken' in outcome ? new AdminMfaRequiredResponse(outcome.mfaToken) : this.admit(response, outcome);
  }

  @Post('mfa')
  @ApiSecurity({})
  @ApiOperation({
    summary: 'Complete a sign-in to the console with the second factor',
    description: 'The same as `POST /admin-api/v1/auth/login/mfa`, but the refresh token is in the cookie.',
  })
  @Answers(ConsoleTokenResponse, SETS_COOKIE)
  @Raises(InvalidMfaError, LoginThrottledError)
  async consoleLoginMfa(
    @Body() body: AdminMfaLoginRequest,
    @RequestClient() client: Client,
    @Res({ passthrough: true }) response: Response,
  ) {
    return this.admit(response, await this.logins.byCode(body.mfa_token, body.code, client));
  }

  @Post('refresh')
  @ApiSecurity(CONSOLE_SCHEME)
  @ApiSecurity({})
  @TakesIdempotencyKey(
    'A request with the same cookie and key gets the same answer for a minute, so that a lost answer signs nobody out.',
  )
  @ApiOperation({
    summary: 'Exchange the console’s cookie for an access token and the next cookie',
    description:
      '`data` is null without a cookie. A cookie whose session has ended is taken back (401). One that another request ' +
      'has exchanged a moment ago is refused as well (401) and stays: by now the browser has the next one.',
  })
  @Answers(ConsoleTokenResponse, { ...SETS_COOKIE, orNull: true })
  @Raises(InvalidTokenError)
  async consoleRefresh(
    @Body() _body: ConsoleSessionRequest,
    @IdempotencyKey() idempotencyKey: string | null,
    @RequestClient() client: Client,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = consoleTokenOf(request, this.config);
    if (token === null) return null;
    const { pair, isLive } = await this.sessions.present(token, idempotencyKey, client);
    if (pair) return this.admit(response, pair);
    if (!isLive) this.dismiss(response);
    throw new InvalidTokenError();
  }

  @Post('logout')
  @Records('session')
  @ApiSecurity(CONSOLE_SCHEME)
  @ApiSecurity({})
  @ApiOperation({
    summary: 'Sign out of the console',
    description: 'Ends the session of the cookie and takes the cookie back. Without a session, too, it succeeds.',
  })
  @Answers(BooleanSuccessResponse, { headers: answerHeaders('Set-Cookie', 'Clear-Site-Data') })
  async consoleLogout(
    @Body() _body: ConsoleSessionRequest,
    @Req() request: ApiRequest,
    @Res({ passthrough: true }) response: Response,
  ) {
    const token = consoleTokenOf(request, this.config);
    const admin = token === null ? null : await this.sessions.ownerOf(token);
    const audited = admin && auditedRequest(request, admin, { action: 'auth.logout', changesNothing: false });
    if (audited) {
      await this.audit.run(audited, async () => {
        // Another tab was faster.
        if (!(await this.sessions.logout(admin))) this.audit.expectNoChange();
      });
    }
    this.dismiss(response);
    response.setHeader('Clear-Site-Data', '"cache"');
    return new BooleanSuccessResponse();
  }

  private admit(response: Response, pair: AdminTokenPair): ConsoleTokenResponse {
    const maxAge = Math.max(0, pair.refreshTokenExpiresAt.getTime() - Date.now());
    response.cookie(this.cookie.name, pair.refreshToken, { ...this.cookie.options, maxAge });
    return new ConsoleTokenResponse(pair);
  }

  private dismiss(response: Response): void {
    response.clearCookie(this.cookie.name, this.cookie.options);
  }
}
