import { Body, Get, Param, Post, Put, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import {
  ContentStateError,
  DOCUMENT_TYPES,
  ManagedPages,
  type PageRef,
  PagesService,
  PreviewsService,
} from '@libs/content';
import type { AdminSession } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import type { Response } from 'express';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { AnswerLocale, CurrentAdmin, PathApp } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionRequest } from '../common/admin-requests.dto';
import { RevisionListQuery } from '../common/revision-list-query.dto';
import { AdminPageDraftRequest, AdminPageListQuery } from './admin-page-requests.dto';
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

const TYPE_PARAM = {
  name: 'document_type',
  enum: [...DOCUMENT_TYPES],
  enumName: 'LegalDocumentType',
  example: 'privacy-policy',
};

/** Every App has its legal documents from the start: they are neither created nor deleted. */
@AdminController('apps/:app_id/content/legal', 'Content')
@Records('legal_document')
@Raises(ValidationFailedError)
export class AdminLegalController {
  constructor(
    private readonly pages: PagesService,
    private readonly managed: ManagedPages,
    private readonly previews: PreviewsService,
  ) {}

  @Get()
  @RequiresPermission('legal.read')
  @ApiOperation({
    summary: 'List the legal documents of an App',
    description: 'Items have no draft bodies. `q` searches types, and titles in any language.',
  })
  @Answers(AdminPageListResponse)
  async listAdminLegalDocuments(
    @PathApp() app: ManagedApp,
    @Query() query: AdminPageListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const request = query.in(locale, app.defaultLocale);
    return new AdminPageListResponse(query, await this.managed.list(contentScope(app), 'legal', query.q, request));
  }

  @Get(':document_type')
  @RequiresPermission('legal.read')
  @ApiOperation({
    summary: 'Get a legal document with its draft',
    description: 'The titles and bodies are in all languages.',
  })
  @ApiParam(TYPE_PARAM)
  @Answers(AdminPageResponse)
  async getAdminLegalDocument(@PathApp() app: ManagedApp, @Param('document_type') type: string) {
    return new AdminPageResponse(await this.managed.get(contentScope(app), documentOf(type)));
  }

  @Put(':document_type/draft')
  @RequiresPermission('legal.write')
  @ApiOperation({
    summary: 'Save the draft of a legal document',
    description:
      'Replaces the whole draft; members still accept the published revision. To start from a revision, restore it. A text that is blank or consists only of markup counts as missing.',
  })
  @ApiParam(TYPE_PARAM)
  @Answers(AdminPageResponse)
  @Raises(VersionConflictError)
  async saveAdminLegalDraft(
    @PathApp() app: ManagedApp,
    @Param('document_type') type: string,
    @Body() body: AdminPageDraftRequest,
  ) {
    const { lockVersion, ...draft } = body.values();
    return new AdminPageResponse(await this.pages.saveDraft(contentScope(app), documentOf(type), lockVersion, draft));
  }

  @Post(':document_type/publish')
  @RequiresPermission('legal.publish')
  @ApiOperation({
    summary: 'Publish the draft of a legal document',
    description:
      'The draft becomes the next revision, which never changes; afterwards there is no draft. To change the text later, restore the revision. Members are asked to accept the revision from then on.',
  })
  @ApiParam(TYPE_PARAM)
  @Answers(AdminPageResponse)
  @Raises(VersionConflictError, ContentStateError)
  async publishAdminLegalDocument(
    @CurrentAdmin() admin: AdminSession,
    @PathApp() app: ManagedApp,
    @Param('document_type') type: string,
    @Body() body: LockVersionRequest,
  ) {
    const page = await this.pages.publish(contentScope(app), documentOf(type), body.lock_version, admin.userId);
    return new AdminPageResponse(page);
  }

  @Post(':document_type/preview-link')
  @RequiresPermission('legal.read')
  // As for pages.
  @IgnoresIdempotencyKey()
  @ApiOperation({
    summary: 'Make a link that shows the draft of a legal document',
    description:
      'Whoever has the link sees the draft as readers would get it, for an hour and without signing in: as a page in a browser, as JSON in an App. It shows the draft as it is then, and ends with it. A document without a draft has none to show.',
  })
  @ApiParam(TYPE_PARAM)
  @Answers(AdminPreviewLinkResponse)
  @Raises(ContentStateError)
  async createAdminLegalPreviewLink(@PathApp() app: ManagedApp, @Param('document_type') type: string) {
    return new AdminPreviewLinkResponse(await this.previews.linkToPage(contentScope(app), documentOf(type)));
  }

  @Get(':document_type/revisions')
  @RequiresPermission('legal.read')
  @ApiOperation({
    summary: 'List the revisions of a legal document',
    description: 'Newest first. `revision_hash` can be recomputed from each revision.',
  })
  @ApiParam(TYPE_PARAM)
  @Answers(AdminPageRevisionListResponse)
  async listAdminLegalRevisions(
    @PathApp() app: ManagedApp,
    @Param('document_type') type: string,
    @Query() query: RevisionListQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { total, items } = await this.managed.revisions(contentScope(app), documentOf(type), query);
    const empty = new AdminPageRevisionListResponse(query, { items: [], total });
    await sendRevisions(request, response, empty, items, AdminPageRevisionResponse);
  }

  @Post(':document_type/revisions/:revision/restore')
  @RequiresPermission('legal.write')
  @ApiOperation({
    summary: 'Start a draft from a revision of a legal document',
    description:
      'Puts the title, body, format and date of the revision into the draft, replacing an existing draft; this is the way to change published content. Members still accept the published revision; publishing the draft makes the next revision. Texts are checked and sanitised by the current rules.',
  })
  @ApiParam(TYPE_PARAM)
  @ApiParam(REVISION_PARAM)
  @Answers(AdminPageResponse)
  @Raises(VersionConflictError)
  async restoreAdminLegalRevision(
    @PathApp() app: ManagedApp,
    @Param('document_type') type: string,
    @Param('revision') revision: string,
    @Body() body: LockVersionRequest,
  ) {
    const number = revisionNumber(revision);
    const page = await this.pages.restore(contentScope(app), documentOf(type), number, body.lock_version);
    return new AdminPageResponse(page);
  }
}

function documentOf(type: string): PageRef {
  return { kind: 'legal', key: type };
}
