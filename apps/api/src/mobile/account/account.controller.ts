import { Delete, Get, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  AccountDeletionService,
  DataExportsService,
  LastOwnerError,
  LastPlatformAdminError,
  StepUpRequiredError,
  type Client,
  type MemberSession,
} from '@libs/iam';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { CurrentMember, StepUpToken, TakesStepUpToken } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { AccountDeletionResponse, MobileDataExportListResponse, MobileDataExportResponse } from './account.dto';

@MobileController('me', 'Account')
export class AccountController {
  constructor(
    private readonly deletion: AccountDeletionService,
    private readonly exports: DataExportsService,
  ) {}

  @Delete()
  @TakesStepUpToken({ required: true })
  @ApiOperation({
    summary: 'Delete the member’s account',
    description:
      'Signs out everywhere. After a grace period of 15 days all personal data is erased at every App; signing in before then cancels the deletion. Requires `X-Step-Up-Token` (purpose `account_delete`, resource the member’s own user id).',
  })
  @Answers(AccountDeletionResponse, { status: 202, description: 'Accepted' })
  @Raises(StepUpRequiredError, LastOwnerError, LastPlatformAdminError)
  async deleteAccount(
    @CurrentMember() member: MemberSession,
    @StepUpToken() token: string | null,
    @RequestClient() client: Client,
  ) {
    return new AccountDeletionResponse(await this.deletion.request(member, token, client));
  }

  @Post('data-export')
  @TakesStepUpToken({ required: true })
  @ApiOperation({
    summary: 'Request a copy of the member’s personal data',
    description:
      'The member is notified by email when the copy is ready. While a copy is pending, further requests are answered with that copy. At most three copies may be requested in 24 hours. Requires `X-Step-Up-Token` (purpose `data_export`, resource the member’s own user id).',
  })
  @Answers(MobileDataExportResponse, { status: 202, description: 'Accepted' })
  @Raises(StepUpRequiredError)
  async requestDataExport(
    @CurrentMember() member: MemberSession,
    @StepUpToken() token: string | null,
    @RequestClient() client: Client,
  ) {
    return new MobileDataExportResponse(await this.exports.request(member, token, client));
  }

  @Get('data-exports')
  @ApiOperation({
    summary: 'List the requested copies of the member’s personal data',
    description: 'The copies of the last 30 days, newest first.',
  })
  @Answers(MobileDataExportListResponse)
  async listDataExports(@CurrentMember() member: MemberSession) {
    return new MobileDataExportListResponse(await this.exports.list(member));
  }
}
