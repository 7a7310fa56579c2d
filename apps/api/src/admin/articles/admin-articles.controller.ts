import { Body, Delete, Get, Param, Patch, Post, Query, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { ArticlesService, ContentStateError, ManagedArticles, PreviewsService } from '@libs/content';
import { ResourceConflictError, type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import type { Response } from 'express';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import type { ApiRequest } from '../../http/request/request';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { AnswerLocale, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery, UUIDBatchRequest } from '../common/admin-requests.dto';
import { RevisionListQuery } from '../common/revision-list-query.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { contentScope } from '../content/content-scope';
import { AdminPreviewLinkResponse } from '../content/preview-link.dto';
import { sendRevisions } from '../content/revision-list';
import { AdminArticleListQuery, AdminArticleRequest } from './admin-article-requests.dto';
import {
  AdminArticleListResponse,
  AdminArticleResponse,
  AdminArticleRevisionListResponse,
  AdminArticleRevisionResponse,
} from './admin-article-responses.dto';

@AdminController('apps/:app_id/content/articles', 'Content articles')
@Records('article')
@Raises(ValidationFailedError)
export class AdminArticlesController {
  constructor(
    private readonly articles: ArticlesService,
    private readonly managed: ManagedArticles,
    private readonly previews: PreviewsService,
  ) {}

  @Get()
  @RequiresPermission('articles.read')
  @ApiOperation({
    summary: 'List the articles of an App',
    description:
      'Newest first, without bodies. `q` searches slugs, and titles in any language; one or two letters match only at the beginning of a word.',
  })
  @Answers(AdminArticleListResponse)
  async listAdminArticles(
    @PathApp() app: ManagedApp,
    @Query() query: AdminArticleListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status, category_id: categoryId, visibility, tag } = query;
    const filter = { q, status, categoryId, visibility, tag };
    const found = await this.managed.list(contentScope(app), filter, query.in(locale, app.defaultLocale));
    return new AdminArticleListResponse(query, found);
  }

  @Post()
  @RequiresPermission('articles.write')
  @ApiOperation({
    summary: 'Create an article',
    description:
      'Requires `category_id`, `slug`, `title` and `body`; takes no `lock_version`. The new article is a draft. A text that is blank or consists only of markup counts as missing.',
  })
  @Answers(AdminArticleResponse, { status: 201 })
  @Raises(ResourceConflictError)
  async createAdminArticle(@PathApp() app: ManagedApp, @Body() body: AdminArticleRequest) {
    return new AdminArticleResponse(await this.articles.create(contentScope(app), body.values()));
  }

  @Post('batch-delete')
  @RequiresPermission('articles.delete')
  @ApiOperation({
    summary: 'Delete several articles, or none of them',
    description:
      'Only drafts can be deleted. If one of the articles cannot be deleted, none is; `ids` of the answer lists those that cannot.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceConflictError)
  async batchDeleteAdminArticles(@PathApp() app: ManagedApp, @Body() body: UUIDBatchRequest) {
    await this.articles.deleteAll(contentScope(app), body.ids);
    return new BooleanSuccessResponse();
  }

  @Get(':id')
  @RequiresPermission('articles.read')
  @ApiOperation({
    summary: 'Get an article',
    description:
      'The working copy with its texts in all languages; `published` describes the revision that readers see.',
  })
  @Answers(AdminArticleResponse)
  async getAdminArticle(@PathApp() app: ManagedApp, @Param('id') id: string) {
    return new AdminArticleResponse(await this.managed.get(contentScope(app), id));
  }

  @Patch(':id')
  @RequiresPermission('articles.write')
  @ApiOperation({
    summary: 'Change an article',
    description:
      'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new article. An article can be changed in any status and keeps it: readers see the published revision until the article is published again, and a scheduled article is published as it is at that time.',
  })
  @Answers(AdminArticleResponse)
  @Raises(VersionConflictError, ResourceConflictError)
  async updateAdminArticle(@PathApp() app: ManagedApp, @Param('id') id: string, @Body() body: AdminArticleRequest) {
    const article = await this.articles.update(contentScope(app), id, body.expectedVersion(), body.changes());
    return new AdminArticleResponse(article);
  }

  @Delete(':id')
  @RequiresPermission('articles.delete')
  @ApiOperation({
    summary: 'Delete an article',
    description: 'Only a draft can be deleted; unpublish a published article first. The slug can be used again.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError, ContentStateError)
  async deleteAdminArticle(@PathApp() app: ManagedApp, @Param('id') id: string, @Query() query: LockVersionQuery) {
    await this.articles.delete(contentScope(app), id, query.lock_version);
    return new AdminDeleteResponse(id);
  }

  @Post(':id/preview-link')
  @RequiresPermission('articles.read')
  // Each link is good by itself: nothing is stored, and no answer that shows a draft is kept.
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Make a link that shows the working copy of an article',
    description:
      'Whoever has the link sees the working copy as readers would get it, for an hour and without signing in: as a page in a browser, as JSON in an App. It shows the article as it is then, whatever its status and visibility.',
  })
  @Answers(AdminPreviewLinkResponse)
  async createAdminArticlePreviewLink(@PathApp() app: ManagedApp, @Param('id') id: string) {
    return new AdminPreviewLinkResponse(await this.previews.linkToArticle(contentScope(app), id));
  }

  @Get(':id/revisions')
  @RequiresPermission('articles.read')
  @ApiOperation({
    summary: 'List the revisions of an article',
    description: 'Newest first. `revision_hash` can be recomputed from each revision.',
  })
  @Answers(AdminArticleRevisionListResponse)
  async listAdminArticleRevisions(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Query() query: RevisionListQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { total, items } = await this.managed.revisions(contentScope(app), id, query);
    const empty = new AdminArticleRevisionListResponse(query, { items: [], total });
    await sendRevisions(request, response, empty, items, AdminArticleRevisionResponse);
  }
}
