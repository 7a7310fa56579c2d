import { Body, Delete, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  AdminMfaService,
  CurrentPasswordInvalidError,
  InvalidOtpError,
  LoginThrottledError,
  type AdminSession,
  type Client,
} from '@libs/iam';
import { DependencyUnavailableError, ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { AboutOneself } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers';
import { RequestClient } from '../../http/client';
import { BooleanSuccessResponse } from '../../http/common-responses.dto';
import { CurrentAdmin } from '../../http/parameters';
import { AdminController } from '../../http/surfaces';
import {
  AdminMfaCodeRequest,
  AdminRecoveryCodesResponse,
  AdminTotpEnrolmentRequest,
  AdminTotpEnrolmentResponse,
} from './admin-account.dto';

@AdminController('auth/mfa/totp', 'Admin account')
@Raises(DependencyUnavailableError)
export class AdminMfaController {
  constructor(private readonly mfa: AdminMfaService) {}

  @Post()
  @AboutOneself('auth.enrol_totp', { duringEnrolment: true })
  @ApiOperation({
    summary: 'Draw a TOTP secret',
    description:
      'It counts from its confirmation on, by the same session. Until then each call draws another one. A wrong ' +
      'password counts as a failed sign-in.',
  })
  @Answers(AdminTotpEnrolmentResponse)
  @Raises(CurrentPasswordInvalidError, LoginThrottledError, ResourceConflictError, ValidationFailedError)
  async enrolTotp(
    @CurrentAdmin() admin: AdminSession,
    @Body() body: AdminTotpEnrolmentRequest,
    @RequestClient() client: Client,
  ): Promise<AdminTotpEnrolmentResponse> {
    return new AdminTotpEnrolmentResponse(await this.mfa.enrol(admin, body.current_password, client));
  }

  @Post('confirm')
  @AboutOneself('auth.confirm_totp', { duringEnrolment: true })
  @ApiOperation({ summary: 'Confirm the TOTP secret with a code of it' })
  @Answers(AdminRecoveryCodesResponse)
  @Raises(InvalidOtpError, ResourceConflictError, ValidationFailedError)
  async confirmTotp(
    @CurrentAdmin() admin: AdminSession,
    @Body() { code }: AdminMfaCodeRequest,
    @RequestClient() client: Client,
  ): Promise<AdminRecoveryCodesResponse> {
    return new AdminRecoveryCodesResponse(await this.mfa.confirm(admin, code, client));
  }

  @Delete()
  @AboutOneself('auth.remove_totp')
  @ApiOperation({ summary: 'Remove the second factor', description: 'Needs a code of it, or a recovery code.' })
  @Answers(BooleanSuccessResponse)
  @Raises(InvalidOtpError, LoginThrottledError, ValidationFailedError)
  async removeTotp(
    @CurrentAdmin() admin: AdminSession,
    @Body() { code }: AdminMfaCodeRequest,
    @RequestClient() client: Client,
  ): Promise<BooleanSuccessResponse> {
    await this.mfa.remove(admin, code, client);
    return new BooleanSuccessResponse();
  }
}
