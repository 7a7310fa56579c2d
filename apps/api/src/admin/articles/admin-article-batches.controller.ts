import { Body, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { ArticlePublicationService } from '@libs/content';
import type { AdminSession } from '@libs/iam';
import { ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentAdmin, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { UUIDBatchRequest } from '../common/admin-requests.dto';
import { contentScope } from '../content/content-scope';

@AdminController('apps/:app_id/content/articles', 'Content articles')
@Records('article')
@Raises(ValidationFailedError, ResourceConflictError)
export class AdminArticleBatchesController {
  constructor(private readonly publication: ArticlePublicationService) {}

  @Post('batch-publish')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Publish several articles, or none of them',
    description:
      'Each becomes the next revision at once, also if it was scheduled, and keeps its `unpublish_at`. If one of the articles cannot be published, such as an archived one or a published one without changes, none is; `ids` of the answer lists those that cannot. Together they have at most some 30 million characters, as HTML and without markup.',
  })
  @Answers(BooleanSuccessResponse)
  async batchPublishAdminArticles(
    @CurrentAdmin() admin: AdminSession,
    @PathApp() app: ManagedApp,
    @Body() body: UUIDBatchRequest,
  ) {
    await this.publication.publishAll(contentScope(app), body.ids, admin.userId);
    return new BooleanSuccessResponse();
  }

  @Post('batch-unpublish')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Make several articles drafts again, or none of them',
    description:
      'If one of the articles is unknown or a draft already, none is changed; `ids` of the answer lists those that stand in the way.',
  })
  @Answers(BooleanSuccessResponse)
  async batchUnpublishAdminArticles(@PathApp() app: ManagedApp, @Body() body: UUIDBatchRequest) {
    await this.publication.unpublishAll(contentScope(app), body.ids);
    return new BooleanSuccessResponse();
  }

  @Post('batch-archive')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Archive several articles, or none of them',
    description:
      'If one of the articles is unknown or archived already, none is changed; `ids` of the answer lists those that stand in the way.',
  })
  @Answers(BooleanSuccessResponse)
  async batchArchiveAdminArticles(@PathApp() app: ManagedApp, @Body() body: UUIDBatchRequest) {
    await this.publication.archiveAll(contentScope(app), body.ids);
    return new BooleanSuccessResponse();
  }
}
