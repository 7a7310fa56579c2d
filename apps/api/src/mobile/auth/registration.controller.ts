import { Body, Post, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { InvalidOtpError, RegistrationClosedError, RegistrationService, type Client } from '@libs/iam';
import { DependencyUnavailableError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers';
import { RequestClient } from '../../http/client';
import { AppAcceptedResponse, BooleanSuccessResponse } from '../../http/common-responses.dto';
import { CurrentApp } from '../../http/parameters';
import { AnonymousMobileController } from '../../http/surfaces';
import { RegistrationRateLimitGuard } from '../../rate-limits/rate-limit.guards';
import { scopeOf } from '../app-scope';
import { AppEmailOTPRequest, AppEmailRequest, AppRegistrationRequest } from './registration.dto';

@AnonymousMobileController('auth', 'Registration')
@Raises(DependencyUnavailableError)
export class RegistrationController {
  constructor(private readonly registration: RegistrationService) {}

  @Post('register')
  @UseGuards(RegistrationRateLimitGuard)
  @ApiOperation({
    summary: 'Register by email',
    description:
      'Starts the verification by a code that is mailed. The answer is the same whether or not the account exists.',
  })
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  @Raises(RegistrationClosedError)
  async register(
    @CurrentApp() app: AppSnapshot,
    @Body() body: AppRegistrationRequest,
    @RequestClient() client: Client,
  ): Promise<AppAcceptedResponse> {
    const accepted = await this.registration.register(
      scopeOf(app),
      app.registration,
      {
        email: body.email,
        password: body.password,
        displayName: body.display_name ?? null,
        locale: body.locale ?? null,
        legalConsents: (body.legal_consents ?? []).map(({ document_type, revision_hash }) => ({
          documentType: document_type,
          revisionHash: revision_hash,
        })),
      },
      client,
    );
    return new AppAcceptedResponse(accepted);
  }

  @Post('registration/verify-email')
  @ApiOperation({ summary: 'Confirm an address with the code that was mailed to it' })
  @Answers(BooleanSuccessResponse, { description: 'The membership is active' })
  @Raises(InvalidOtpError)
  async verifyEmail(@CurrentApp() app: AppSnapshot, @Body() body: AppEmailOTPRequest): Promise<BooleanSuccessResponse> {
    await this.registration.verifyEmail(scopeOf(app), body.email, body.otp);
    return new BooleanSuccessResponse();
  }

  @Post('registration/resend-code')
  @ApiOperation({
    summary: 'Ask for another registration code',
    description: 'Within the cooldown of the App nothing is sent, and `resend_after_seconds` tells how long it lasts.',
  })
  @Answers(AppAcceptedResponse, { status: 202, description: 'Accepted' })
  async resendRegistrationCode(
    @CurrentApp() app: AppSnapshot,
    @Body() body: AppEmailRequest,
    @RequestClient() client: Client,
  ): Promise<AppAcceptedResponse> {
    const accepted = await this.registration.resendCode(scopeOf(app), app.registration, body.email, client);
    return new AppAcceptedResponse(accepted);
  }
}
