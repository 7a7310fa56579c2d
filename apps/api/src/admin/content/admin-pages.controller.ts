import { Body, Delete, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import {
  ContentStateError,
  ManagedPages,
  PageReservedError,
  type PageRef,
  PagesService,
  PreviewsService,
  SLUG,
} from '@libs/content';
import type { AdminSession } from '@libs/iam';
import { ResourceConflictError, type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import type { Response } from 'express';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { AnswerLocale, CurrentAdmin, PathApp } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery, LockVersionRequest } from '../common/admin-requests.dto';
import { RevisionListQuery } from '../common/revision-list-query.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { AdminPageDraftRequest, AdminPageListQuery, AdminPageRequest } from './admin-page-requests.dto';
import {
  AdminPageListResponse,
  AdminPageResponse,
  AdminPageRevisionListResponse,
  AdminPageRevisionResponse,
} from './admin-page-responses.dto';
import { contentScope } from './content-scope';
import { AdminPreviewLinkResponse } from './preview-link.dto';
import { sendRevisions } from './revision-list';
import { REVISION_PARAM, revisionNumber } from './revision-path';

const SLUG_PARAM = { name: 'slug', schema: { type: 'string', pattern: SLUG.source }, example: 'about-us' } as const;

@AdminController('apps/:app_id/content/pages', 'Content')
@Records('page')
@Raises(ValidationFailedError)
export class AdminPagesController {
  constructor(
    private readonly pages: PagesService,
    private readonly managed: ManagedPages,
    private readonly previews: PreviewsService,
  ) {}

  @Get()
  @RequiresPermission('pages.read')
  @ApiOperation({
    summary: 'List the pages of an App',
    description: 'Newest first, without the bodies of drafts. `q` searches slugs, and titles in any language.',
  })
  @Answers(AdminPageListResponse)
  async listAdminPages(
    @PathApp() app: ManagedApp,
    @Query() query: AdminPageListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const request = query.in(locale, app.defaultLocale);
    return new AdminPageListResponse(query, await this.managed.list(contentScope(app), 'page', query.q, request));
  }

  @Post()
  @RequiresPermission('pages.write')
  @ApiOperation({
    summary: 'Create a page',
    description:
      'The page has no content yet: save its draft, then publish it. A slug that another page of the App has is refused.',
  })
  @Answers(AdminPageResponse, { status: 201 })
  @Raises(ResourceConflictError)
  async createAdminPage(@PathApp() app: ManagedApp, @Body() body: AdminPageRequest) {
    return new AdminPageResponse(await this.pages.create(contentScope(app), body.values().slug));
  }

  @Get(':slug')
  @RequiresPermission('pages.read')
  @ApiOperation({
    summary: 'Get a page with its draft',
    description: 'The titles and bodies are in all languages.',
  })
  @ApiParam(SLUG_PARAM)
  @Answers(AdminPageResponse)
  async getAdminPage(@PathApp() app: ManagedApp, @Param('slug') slug: string) {
    return new AdminPageResponse(await this.managed.get(contentScope(app), pageOf(slug)));
  }

  @Put(':slug/draft')
  @RequiresPermission('pages.write')
  @ApiOperation({
    summary: 'Save the draft of a page',
    description:
      'Replaces the whole draft; readers still see the published revision. To start from a revision, restore it. A text that is blank or consists only of markup counts as missing.',
  })
  @ApiParam(SLUG_PARAM)
  @Answers(AdminPageResponse)
  @Raises(VersionConflictError)
  async saveAdminPageDraft(
    @PathApp() app: ManagedApp,
    @Param('slug') slug: string,
    @Body() body: AdminPageDraftRequest,
  ) {
    const { lockVersion, ...draft } = body.values();
    return new AdminPageResponse(await this.pages.saveDraft(contentScope(app), pageOf(slug), lockVersion, draft));
  }

  @Post(':slug/publish')
  @RequiresPermission('pages.publish')
  @ApiOperation({
    summary: 'Publish the draft of a page',
    description:
      'The draft becomes the next revision, which never changes; afterwards there is no draft. To change the text later, restore the revision. Readers see it within a second.',
  })
  @ApiParam(SLUG_PARAM)
  @Answers(AdminPageResponse)
  @Raises(VersionConflictError, ContentStateError)
  async publishAdminPage(
    @CurrentAdmin() admin: AdminSession,
    @PathApp() app: ManagedApp,
    @Param('slug') slug: string,
    @Body() body: LockVersionRequest,
  ) {
    const page = await this.pages.publish(contentScope(app), pageOf(slug), body.lock_version, admin.userId);
    return new AdminPageResponse(page);
  }

  @Post(':slug/preview-link')
  @RequiresPermission('pages.read')
  // Each link is good by itself: nothing is stored, and no answer that shows a draft is kept.
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Make a link that shows the draft of a page',
    description:
      'Whoever has the link sees the draft as readers would get it, for an hour and without signing in: as a page in a browser, as JSON in an App. It shows the draft as it is then, and ends with it. A page without a draft has none to show.',
  })
  @ApiParam(SLUG_PARAM)
  @Answers(AdminPreviewLinkResponse)
  @Raises(ContentStateError)
  async createAdminPagePreviewLink(@PathApp() app: ManagedApp, @Param('slug') slug: string) {
    return new AdminPreviewLinkResponse(await this.previews.linkToPage(contentScope(app), pageOf(slug)));
  }

  @Get(':slug/revisions')
  @RequiresPermission('pages.read')
  @ApiOperation({
    summary: 'List the revisions of a page',
    description: 'Newest first. `revision_hash` can be recomputed from each revision.',
  })
  @ApiParam(SLUG_PARAM)
  @Answers(AdminPageRevisionListResponse)
  async listAdminPageRevisions(
    @PathApp() app: ManagedApp,
    @Param('slug') slug: string,
    @Query() query: RevisionListQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { total, items } = await this.managed.revisions(contentScope(app), pageOf(slug), query);
    const empty = new AdminPageRevisionListResponse(query, { items: [], total });
    await sendRevisions(request, response, empty, items, AdminPageRevisionResponse);
  }

  @Post(':slug/revisions/:revision/restore')
  @RequiresPermission('pages.write')
  @ApiOperation({
    summary: 'Start a draft from a revision of a page',
    description:
      'Puts the title, body, format and date of the revision into the draft, replacing an existing draft; this is the way to change published content. Readers still see the published revision; publishing the draft makes the next revision. Texts are checked and sanitised by the current rules.',
  })
  @ApiParam(SLUG_PARAM)
  @ApiParam(REVISION_PARAM)
  @Answers(AdminPageResponse)
  @Raises(VersionConflictError)
  async restoreAdminPageRevision(
    @PathApp() app: ManagedApp,
    @Param('slug') slug: string,
    @Param('revision') revision: string,
    @Body() body: LockVersionRequest,
  ) {
    const number = revisionNumber(revision);
    const page = await this.pages.restore(contentScope(app), pageOf(slug), number, body.lock_version);
    return new AdminPageResponse(page);
  }

  @Delete(':slug')
  @RequiresPermission('pages.delete')
  @ApiOperation({
    summary: 'Delete a page',
    description:
      'Readers no longer find the page after at most a second, and the slug can be used again. The audit log identifies the page by the `id` in the answer.',
  })
  @ApiParam(SLUG_PARAM)
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError, PageReservedError)
  async deleteAdminPage(@PathApp() app: ManagedApp, @Param('slug') slug: string, @Query() query: LockVersionQuery) {
    return new AdminDeleteResponse(await this.pages.delete(contentScope(app), pageOf(slug), query.lock_version));
  }
}

function pageOf(slug: string): PageRef {
  return { kind: 'page', key: slug };
}
