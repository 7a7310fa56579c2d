import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type AdminSession, LastOwnerError, LastPlatformAdminError, UsersService } from '@libs/iam';
import { ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { UUIDBatchRequest } from '../common/admin-requests.dto';

@AdminController('users', 'Users')
@Records('user')
@Raises(ValidationFailedError, ResourceConflictError)
export class AdminUserBatchesController {
  constructor(private readonly users: UsersService) {}

  @Post('batch-enable')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Enable several disabled users, or none of them',
    description:
      'If one of the users is unknown or active already, none is changed; `ids` of the answer lists those that stand in the way.',
  })
  @Answers(BooleanSuccessResponse)
  async batchEnableAdminUsers(@CurrentAdmin() admin: AdminSession, @Body() { ids }: UUIDBatchRequest) {
    await this.users.enableAll(admin, ids);
    return new BooleanSuccessResponse();
  }

  @Post('batch-disable')
  @RequiresPermission('users.write')
  @ApiOperation({
    summary: 'Disable several users, or none of them',
    description:
      'Ends all their sessions, at every App. If one of the users is unknown or disabled already, none is changed; `ids` of the answer lists those that stand in the way. The same if no owner or platform administrator would be left; `ids` then lists those of whom one has to stay.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(LastOwnerError, LastPlatformAdminError)
  async batchDisableAdminUsers(@CurrentAdmin() admin: AdminSession, @Body() { ids }: UUIDBatchRequest) {
    await this.users.disableAll(admin, ids);
    return new BooleanSuccessResponse();
  }
}
