import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import {
  InvalidCredentialsError,
  InvalidTokenError,
  LoginService,
  LoginThrottledError,
  SessionsService,
  VerificationRequiredError,
  type Client,
} from '@libs/iam';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import {
  CurrentApp,
  DeviceKey,
  IdempotencyKey,
  NeedsDeviceKey,
  TakesDeviceKey,
  TakesIdempotencyKey,
} from '../../surfaces/parameters';
import { AnonymousMobileController } from '../../surfaces/surfaces';
import { scopeOf } from '../app-scope';
import { identifierOf } from '../identifier-of';
import { deviceDetailsOf, MobilePasswordLoginRequest, MobileRefreshRequest, MobileTokenResponse } from './login.dto';

@AnonymousMobileController('auth', 'Sign-in')
export class LoginController {
  constructor(
    private readonly login: LoginService,
    private readonly sessions: SessionsService,
  ) {}

  @Post('login/password')
  @ApiOperation({
    summary: 'Sign in with a password',
    description:
      'The identifier is an email address or a mobile number. An unknown identifier, a wrong password and a disabled account get the same answer; only with the right password does the answer say that the address is not verified yet. Signing in cancels the deletion of the account.',
  })
  @NeedsDeviceKey()
  @Answers(MobileTokenResponse)
  @Raises(InvalidCredentialsError, VerificationRequiredError, LoginThrottledError)
  async loginByPassword(
    @CurrentApp() app: AppSnapshot,
    @DeviceKey({ required: true }) deviceKey: string,
    @Body() body: MobilePasswordLoginRequest,
    @RequestClient() client: Client,
  ) {
    const identifier = identifierOf(body, app);
    const login = { identifier, password: body.password, deviceKey, device: deviceDetailsOf(body.device) };
    const pair = await this.login.byPassword(scopeOf(app), login, client);
    return new MobileTokenResponse(pair);
  }

  @Post('token/refresh')
  @ApiOperation({
    summary: 'Exchange a refresh token for a new pair',
    description:
      'Consumes the token. A retry with the same `Idempotency-Key`, token and `X-AK-Device-Key` within 60 seconds ' +
      'gets the same pair again. Presenting a consumed token later, or from another installation, ends the session.',
  })
  @TakesDeviceKey('Required with `Idempotency-Key`')
  @TakesIdempotencyKey('Lets a retry get the same pair again; up to 255 printable ASCII characters')
  @Answers(MobileTokenResponse)
  @Raises(InvalidTokenError)
  async refreshToken(
    @CurrentApp() app: AppSnapshot,
    @IdempotencyKey() idempotencyKey: string | null,
    @DeviceKey({ requiredWithIdempotencyKey: true }) deviceKey: string | null,
    @Body() body: MobileRefreshRequest,
    @RequestClient() client: Client,
  ) {
    const refresh = { refreshToken: body.refresh_token, deviceKey, idempotencyKey };
    return new MobileTokenResponse(await this.sessions.refresh(scopeOf(app), refresh, client));
  }
}
