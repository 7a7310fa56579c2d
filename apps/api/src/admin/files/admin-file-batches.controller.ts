import { Body, Post, UseInterceptors } from '@nestjs/common';
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
import { DELETES_ANY, FileDeletionInterceptor } from './file-deletion.interceptor';

@AdminController('files', 'Files')
@Records('file')
export class AdminFileBatchesController {
  constructor(private readonly files: FilesService) {}

  @Post('batch-delete')
  @KeepsToApps()
  @UseInterceptors(FileDeletionInterceptor)
  @RequiresPermission(DELETES_ANY, { forOwn: 'files.write' })
  @ApiOperation({
    summary: 'Delete several unused files, or none of them',
    description:
      'If one of the files is unknown or in use, none is deleted; `ids` of the answer lists those that stand in the way. `files.write` suffices where the administrator has uploaded all of them; any other id is then refused with 403, whether there is such a file or not.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceConflictError)
  async batchDeleteAdminFiles(@CurrentAdmin() { tenantId, appIds }: AdminSession, @Body() { ids }: UUIDBatchRequest) {
    await this.files.deleteAll(tenantId, ids, appIds);
    return new BooleanSuccessResponse();
  }
}
