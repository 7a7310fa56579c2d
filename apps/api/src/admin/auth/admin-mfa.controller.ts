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
import { ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { AboutOneself, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminMfaCodeRequest,
  AdminRecoveryCodesResponse,
  AdminTotpEnrolmentRequest,
  AdminTotpEnrolmentResponse,
} from './admin-account.dto';

@AdminController('auth/mfa/totp', 'Admin account')
@Records('user')
// Each secret replaces the one before; a wrong password or code leaves its trace each time.
@IgnoresIdempotencyKey()
export class AdminMfaController {
  constructor(private readonly mfa: AdminMfaService) {}

  @Post()
  @AboutOneself('auth.enrol_totp', { duringEnrolment: true })
  @ApiOperation({
    summary: 'Create a TOTP secret',
    description:
      'The secret takes effect once the same session has confirmed it; until then each call creates another secret. A wrong password counts as a failed sign-in.',
  })
  @Answers(AdminTotpEnrolmentResponse)
  @Raises(CurrentPasswordInvalidError, LoginThrottledError, ResourceConflictError, ValidationFailedError)
  async enrolTotp(
    @CurrentAdmin() admin: AdminSession,
    @Body() body: AdminTotpEnrolmentRequest,
    @RequestClient() client: Client,
  ) {
    return new AdminTotpEnrolmentResponse(await this.mfa.enrol(admin, body.current_password, client));
  }

  @Post('confirm')
  @AboutOneself('auth.confirm_totp', { duringEnrolment: true })
  @ApiOperation({
    summary: 'Confirm the TOTP secret with one of its codes',
    description: 'From then on signing in requires the second factor. The recovery codes are shown only once.',
  })
  @Answers(AdminRecoveryCodesResponse)
  @Raises(InvalidOtpError, ResourceConflictError, ValidationFailedError)
  async confirmTotp(
    @CurrentAdmin() admin: AdminSession,
    @Body() { code }: AdminMfaCodeRequest,
    @RequestClient() client: Client,
  ) {
    return new AdminRecoveryCodesResponse(await this.mfa.confirm(admin, code, client));
  }

  @Delete()
  @AboutOneself('auth.remove_totp')
  @ApiOperation({
    summary: 'Remove the second factor',
    description: 'Requires a code from the authenticator, or a recovery code.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(InvalidOtpError, LoginThrottledError, ValidationFailedError)
  async removeTotp(
    @CurrentAdmin() admin: AdminSession,
    @Body() { code }: AdminMfaCodeRequest,
    @RequestClient() client: Client,
  ) {
    await this.mfa.remove(admin, code, client);
    return new BooleanSuccessResponse();
  }
}
