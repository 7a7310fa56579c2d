import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { FilesService } from '@libs/files';
import type { AdminSession } from '@libs/iam';
import { ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { KeepsToApps, Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { UUIDBatchRequest } from '../common/admin-requests.dto';
import { DELETES_ANY, expectMayDelete } from './file-rights';

@AdminController('files', 'Files')
@Records('file')
export class AdminFileBatchesController {
  constructor(private readonly files: FilesService) {}

  @Post('batch-delete')
  @KeepsToApps()
  @RequiresPermission(DELETES_ANY, { forOwn: 'files.write' })
  @ApiOperation({
    summary: 'Delete several unused files, or none of them',
    description:
      'If one of the files is unknown or in use, none is deleted; `ids` of the answer lists those that stand in the way. `files.write` suffices where the administrator has uploaded all of them; any other id is then refused with 403, whether there is such a file or not.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceConflictError)
  async batchDeleteAdminFiles(@CurrentAdmin() admin: AdminSession, @Body() { ids }: UUIDBatchRequest) {
    await expectMayDelete(this.files, admin, ids);
    await this.files.deleteAll(admin.tenantId, ids, admin.appIds);
    return new BooleanSuccessResponse();
  }
}
