import { Body, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type AdminSession, MembersService } from '@libs/iam';
import { ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { UUIDBatchRequest } from '../common/admin-requests.dto';

@AdminController('apps/:app_id/members', 'Members')
@Records('member')
@Raises(ValidationFailedError, ResourceConflictError)
export class AdminMemberBatchesController {
  constructor(private readonly members: MembersService) {}

  @Post('batch-suspend')
  @RequiresPermission('members.write')
  @ApiOperation({
    summary: 'Suspend several members, or none of them',
    description:
      'The ids are those of users. Each member is suspended as by the request for one. If one of the users is no member of the App, or suspended already, none is changed; `ids` of the answer lists those that stand in the way.',
  })
  @Answers(BooleanSuccessResponse)
  async batchSuspendAdminMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Body() { ids }: UUIDBatchRequest,
  ) {
    await this.members.suspendAll({ tenantId, appId }, ids);
    return new BooleanSuccessResponse();
  }

  @Post('batch-activate')
  @RequiresPermission('members.write')
  @ApiOperation({
    summary: 'End the suspension of several members, or of none of them',
    description:
      'The ids are those of users. If one of the users is no member of the App, or not suspended, none is changed; `ids` of the answer lists those that stand in the way.',
  })
  @Answers(BooleanSuccessResponse)
  async batchActivateAdminMembers(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Body() { ids }: UUIDBatchRequest,
  ) {
    await this.members.activateAll({ tenantId, appId }, ids);
    return new BooleanSuccessResponse();
  }
}
