import { Body, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { ArticlePublicationService, ArticlesService, ContentStateError } from '@libs/content';
import type { AdminSession } from '@libs/iam';
import {
  DependencyUnavailableError,
  ResourceConflictError,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionRequest } from '../common/admin-requests.dto';
import { contentScope } from '../content/content-scope';
import { REVISION_PARAM, revisionNumber } from '../content/revision-path';
import { AdminArticlePublishRequest } from './admin-article-requests.dto';
import { AdminArticleResponse } from './admin-article-responses.dto';

@AdminController('apps/:app_id/content/articles', 'Content articles')
@Raises(ValidationFailedError, DependencyUnavailableError, VersionConflictError)
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
      'The article as it is becomes the next revision, which never changes; readers see it within a second. With a `publish_at` that is not past it is scheduled: it is published then, as it then is, and until then readers see what they see now. A scheduled article can be published at once, or scheduled for another time; a published one only after a change.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async publishAdminArticle(
    @CurrentAdmin() admin: AdminSession,
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminArticlePublishRequest,
  ): Promise<AdminArticleResponse> {
    const [lockVersion, publishAt] = [body.lock_version, body.publishAt()];
    const article = await this.publication.publish(contentScope(app), id, lockVersion, publishAt, admin.userId);
    return new AdminArticleResponse(article);
  }

  @Post(':id/unschedule')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Call off the scheduled publication of an article',
    description:
      'Readers go on seeing what they see: an article with a published revision is `published` again, another one a draft.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async unscheduleAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ): Promise<AdminArticleResponse> {
    return new AdminArticleResponse(await this.publication.unschedule(contentScope(app), id, lockVersion));
  }

  @Post(':id/unpublish')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Make an article a draft again',
    description:
      'Within a second readers no longer find it, and a scheduled publication is called off. Bookmarks are kept for the next publication.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async unpublishAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ): Promise<AdminArticleResponse> {
    return new AdminArticleResponse(await this.publication.unpublish(contentScope(app), id, lockVersion));
  }

  @Post(':id/archive')
  @RequiresPermission('articles.publish')
  @ApiOperation({
    summary: 'Archive an article',
    description:
      'Within a second readers no longer find it, and a scheduled publication is called off. Unpublishing makes it a draft again.',
  })
  @Answers(AdminArticleResponse)
  @Raises(ContentStateError)
  async archiveAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ): Promise<AdminArticleResponse> {
    return new AdminArticleResponse(await this.publication.archive(contentScope(app), id, lockVersion));
  }

  @Post(':id/revisions/:revision/restore')
  @RequiresPermission('articles.write')
  @ApiOperation({
    summary: 'Restore a revision of an article',
    description:
      'Its content becomes the working copy; the status stays, and readers go on seeing the published revision. If its category is gone, the present one is kept, and a cover that cannot be used any more is left out.',
  })
  @ApiParam(REVISION_PARAM)
  @Answers(AdminArticleResponse)
  @Raises(ResourceConflictError)
  async restoreAdminArticle(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Param('revision') revision: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ): Promise<AdminArticleResponse> {
    const number = revisionNumber(revision);
    return new AdminArticleResponse(await this.articles.restore(contentScope(app), id, number, lockVersion));
  }
}
