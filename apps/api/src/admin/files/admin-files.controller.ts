import { Delete, Get, Param, Post, Query, Req, Res, UseInterceptors } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiHeader, ApiOperation, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import type { Response } from 'express';
import {
  ContentRefusedError,
  FileInUseError,
  FileNotCleanError,
  FilesService,
  FileTooLargeError,
  StorageQuotaExceededError,
} from '@libs/files';
import { type AdminSession, AppsLimitedError, expectOfApps } from '@libs/iam';
import { ValidationFailedError, type SupportedLocale } from '@libs/kernel';
import { KeepsToApps, RequiresPermission, Records } from '../../auth/admin-access';
import { DownloadableByLink, MadeLinks } from '../../auth/download-links';
import { FILE_HEADERS, RANGE_HEADERS } from '../../http/answers/answer-headers';
import { Answers, Raises } from '../../http/answers/answers';
import { describeBytes, rangeOf, sendBytes } from '../../http/answers/byte-ranges';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { ReceivesUpload } from '../../http/request/route-body';
import {
  RangeNotSatisfiableError,
  RequestTimeoutError,
  UnsupportedMediaTypeError,
} from '../../http/request/request-errors';
import { AdminController } from '../../surfaces/surfaces';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { ABOUT_LINKS, AdminDownloadLinkResponse, DownloadQuery } from '../common/download-links.dto';
import { AdminFileListResponse, AdminFileQuery, AdminFileResponse } from './admin-files.dto';
import { DELETES_ANY, FileDeletionInterceptor } from './file-deletion.interceptor';
import { FILE_FIELDS, FileUploads } from './file-uploads';

/** Of the type that was detected in the file. */
const CONTENT = { '*/*': { schema: { type: 'string', format: 'binary' } } } as const;

@AdminController('files', 'Files')
@Records('file')
export class AdminFilesController {
  constructor(
    private readonly files: FilesService,
    private readonly uploads: FileUploads,
    private readonly links: MadeLinks,
  ) {}

  @Post()
  @KeepsToApps()
  @RequiresPermission('files.write')
  @ApiOperation({
    summary: 'Upload a file',
    description:
      'The type is detected from the content; the declared type does not count. Send the fields before the file: a ' +
      'file that is too large for its purpose is then refused as early as possible. The same applies to a file that does not fit into ' +
      'the storage quota of the tenant, if the request announces its length. With an `Idempotency-Key` the fields and ' +
      'the SHA-256 of the file are the body that a repetition has to have; it is answered once it has arrived, and not ' +
      'stored again.',
  })
  @ReceivesUpload(FILE_FIELDS)
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: {
      type: 'object',
      required: ['purpose', 'file'],
      properties: {
        purpose: { $ref: getSchemaPath('FilePurpose') },
        app_id: {
          type: 'string',
          format: 'uuid',
          description: 'The App that the file is for; required with `release_package`',
        },
        file: { type: 'string', format: 'binary' },
      },
    },
  })
  @Answers(AdminFileResponse, { status: 201, description: 'Created' })
  @Raises(
    AppsLimitedError,
    ContentRefusedError,
    FileTooLargeError,
    RequestTimeoutError,
    StorageQuotaExceededError,
    UnsupportedMediaTypeError,
    ValidationFailedError,
  )
  async uploadAdminFile(@CurrentAdmin() admin: AdminSession, @Req() request: ApiRequest) {
    return new AdminFileResponse(await this.uploads.receive(request, admin));
  }

  @Get()
  @KeepsToApps()
  @RequiresPermission('files.read')
  @ApiOperation({
    summary: 'List the files of the tenant',
    description: 'Newest first. A file must match every filter.',
  })
  @Answers(AdminFileListResponse)
  @Raises(ValidationFailedError)
  async listAdminFiles(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AdminFileQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const found = await this.files.list(admin.tenantId, query.toFilter(admin), query.in(locale));
    return new AdminFileListResponse(query, found);
  }

  @Get(':id')
  @KeepsToApps()
  @RequiresPermission('files.read')
  @ApiOperation({
    summary: 'Get the metadata of a file',
    description: 'Name, size, type and the result of the malware scan of a file, without the content.',
  })
  @Answers(AdminFileResponse)
  async getAdminFile(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    const file = await this.files.get(admin.tenantId, id);
    expectOfApps(admin, file.appId);
    return new AdminFileResponse(file);
  }

  @Get(':id/content')
  @DownloadableByLink()
  @KeepsToApps()
  @RequiresPermission('files.read')
  @ApiOperation({
    summary: 'Download the content of a file',
    description: 'Only a file that the malware scan found clean is served.',
  })
  @ApiHeader({ name: 'Range', required: false, description: 'One range of bytes', schema: { type: 'string' } })
  @ApiResponse({ status: 200, description: 'The whole content', headers: FILE_HEADERS, content: CONTENT })
  @ApiResponse({ status: 206, description: 'The requested range', headers: RANGE_HEADERS, content: CONTENT })
  @Raises(FileNotCleanError, RangeNotSatisfiableError)
  async downloadAdminFile(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Query() _: DownloadQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const file = await this.files.get(admin.tenantId, id);
    expectOfApps(admin, file.appId);
    const size = Number(file.sizeBytes);
    const range = rangeOf(request, response, size);
    const content = await this.files.openContent(admin.tenantId, id, range ?? undefined);
    response.attachment(file.filename);
    response.setHeader('Content-Type', file.mediaType);
    describeBytes(response, size, range);
    if (request.downloadLink) response.setHeader('Accept-Ranges', 'none');
    if (request.method === 'HEAD') {
      content.destroy();
      response.end();
      return;
    }
    await sendBytes(response, content);
  }

  @Post(':id/content/download-link')
  // Each link is good by itself, and its token is kept nowhere.
  @IgnoresIdempotencyKey()
  @KeepsToApps()
  @RequiresPermission('files.read')
  @ApiOperation({ summary: 'Make a link to the content of a file', description: ABOUT_LINKS })
  @Answers(AdminDownloadLinkResponse)
  @Raises(FileNotCleanError)
  async createAdminFileDownloadLink(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Req() request: ApiRequest,
  ) {
    const { appId, scanStatus } = await this.files.get(admin.tenantId, id);
    expectOfApps(admin, appId);
    if (scanStatus !== 'clean') throw new FileNotCleanError();
    return new AdminDownloadLinkResponse(
      await this.links.create(request, { resourceType: 'file', resourceId: id, appId }),
    );
  }

  // Scanned again or not, the file has the verdict of the last scan, which takes its time.
  @Post(':id/rescan')
  @IgnoresIdempotencyKey()
  @KeepsToApps()
  @RequiresPermission('files.write')
  @ApiOperation({
    summary: 'Scan a file for malware again',
    description: 'Until the scanner has answered, the file is pending and is not served.',
  })
  @Answers(AdminFileResponse)
  async rescanAdminFile(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.expectOfApps(admin, id);
    return new AdminFileResponse(await this.files.rescan(admin.tenantId, id));
  }

  @Delete(':id')
  @KeepsToApps()
  @UseInterceptors(FileDeletionInterceptor)
  @RequiresPermission(DELETES_ANY, { forOwn: 'files.write' })
  @ApiOperation({
    summary: 'Delete an unused file',
    description:
      'Refused with 409 while the file is in use. `files.write` suffices for a file that the administrator has uploaded; any other id is then refused with 403, whether there is such a file or not.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(FileInUseError)
  async deleteAdminFile(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.expectOfApps(admin, id);
    await this.files.delete(admin.tenantId, id);
    return new AdminDeleteResponse(id);
  }

  /** The App of a file never changes. @throws ResourceNotFoundError */
  private async expectOfApps(admin: AdminSession, id: string): Promise<void> {
    if (admin.appIds !== null) expectOfApps(admin, (await this.files.get(admin.tenantId, id)).appId);
  }
}
