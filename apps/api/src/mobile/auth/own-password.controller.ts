import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  CurrentPasswordInvalidError,
  LoginThrottledError,
  OwnPasswordService,
  StepUpRequiredError,
  type Client,
  type MemberSession,
} from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember, StepUpToken, TakesStepUpToken } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { SelfPasswordChangeRequest } from './passwords.dto';

@MobileController('auth/password', 'Passwords')
export class OwnPasswordController {
  constructor(private readonly passwords: OwnPasswordService) {}

  @Post('change')
  @ApiOperation({
    summary: 'Change the member’s password, or set the first one',
    description:
      'Ends all other sessions. A member without a password sends `X-Step-Up-Token` (purpose `password_set`, resource the member’s own user id) instead of `current_password`.',
  })
  @TakesStepUpToken({ required: false })
  @Answers(BooleanSuccessResponse)
  @Raises(CurrentPasswordInvalidError, LoginThrottledError, StepUpRequiredError, ValidationFailedError)
  async changeOwnPassword(
    @CurrentMember() member: MemberSession,
    @StepUpToken() stepUpToken: string | null,
    @Body() { current_password, new_password }: SelfPasswordChangeRequest,
    @RequestClient() client: Client,
  ) {
    const change = { newPassword: new_password, currentPassword: current_password ?? null, stepUpToken };
    await this.passwords.change(member, change, client);
    return new BooleanSuccessResponse();
  }
}
