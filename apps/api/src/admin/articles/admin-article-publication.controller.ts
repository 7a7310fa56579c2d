import { Body, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { ArticlePublicationService, ArticlesService, ContentStateError } from '@libs/content';
import type { AdminSession } from '@libs/iam';
import { ResourceConflictError, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionRequest } from '../common/admin-requests.dto';
import { contentScope } from '../content/content-scope';
import { REVISION_PARAM, revisionNumber } from '../content/revision-path';
import { AdminArticlePublishRequest } from './admin-article-requests.dto';
import { AdminArticleResponse } from './admin-article-responses.dto';

@AdminController('apps/:app_id/content/articles', 'Content articles')
@Records('article')
@Raises(ValidationFailedError, VersionConflictError)
export class AdminArticlePublicationController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly publication: ArticlePublicationService,
  ) {}

  @Post(':id/publish')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Publish an article, or schedule its publication',
    description:
      'The working copy becomes the next revision, which never changes; readers see it within a second. With a `publish_at` in the future the article is scheduled: at that time it is published as it is then, and until then readers see no change. A scheduled article can be published at once or scheduled for another time; a published article can be published again only after a change. With `unpublish_at` the article becomes a draft again at that time, under the name of the administrator who set it.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async publishAdminArticle(
    @CurrentAdmin() admin: AdminSession,
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminArticlePublishRequest,
  ) {
    const terms = { ...body.schedule(), by: admin.userId };
    const article = await this.publication.publish(contentScope(app), id, body.lock_version, terms);
    return new AdminArticleResponse(article);
  }

  @Post(':id/unschedule')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Cancel the scheduled publication of an article',
    description:
      'Nothing changes for readers: an article with a published revision becomes `published` again, any other a draft. A published article keeps its `unpublish_at`.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async unscheduleAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminArticleResponse(await this.publication.unschedule(contentScope(app), id, lockVersion));
  }

  @Post(':id/unpublish')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Make an article a draft again',
    description:
      'Readers no longer find the article after at most a second, and a scheduled publication is cancelled. Bookmarks are kept for the next publication.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async unpublishAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminArticleResponse(await this.publication.unpublish(contentScope(app), id, lockVersion));
  }

  @Post(':id/archive')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Archive an article',
    description:
      'Readers no longer find the article after at most a second, and a scheduled publication is cancelled. Unpublishing makes it a draft again.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async archiveAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminArticleResponse(await this.publication.archive(contentScope(app), id, lockVersion));
  }

  @Post(':id/revisions/:revision/restore')
  @RequiresPermission('articles.write')
  @ApiOperation({
    summary: 'Restore a revision of an article',
    description:
      'The content of the revision becomes the working copy; the status stays, and readers still see the published revision. If the category of the revision no longer exists, that of the working copy is kept; a cover that can no longer be used is left out.',
  })
  @ApiParam(REVISION_PARAM)
  @Answers(AdminArticleResponse)
  @Raises(ResourceConflictError)
  async restoreAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Param('revision') revision: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    const number = revisionNumber(revision);
    return new AdminArticleResponse(await this.articles.restore(contentScope(app), id, number, lockVersion));
  }
}
