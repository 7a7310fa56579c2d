import { Get, Param, Query, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiResponse } from '@nestjs/swagger';
import { FilesService, THUMBNAIL_MEDIA_TYPE, ThumbnailsService } from '@libs/files';
import { type AdminSession, expectOfApps } from '@libs/iam';
import { found, ValidationFailedError } from '@libs/kernel';
import type { Response } from 'express';
import { KeepsToApps, RequiresPermission } from '../../auth/admin-access';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { sendImage } from '../../http/answers/asset-answer';
import { Conditional } from '../../http/answers/cacheable';
import type { ApiRequest } from '../../http/request/request';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { ThumbnailQuery } from './admin-files.dto';

const HEADERS = answerHeaders('ETag', 'Cache-Control.private-immutable', 'X-Content-Type-Options');
const FOR_A_YEAR = 'private, max-age=31536000, immutable';

@AdminController('files/:id/thumbnail', 'Files')
export class FileThumbnailsController {
  constructor(
    private readonly files: FilesService,
    private readonly thumbnails: ThumbnailsService,
  ) {}

  @Get()
  @KeepsToApps()
  @RequiresPermission('files.read')
  @ApiOperation({
    summary: 'Get a small picture of an image',
    description:
      'A WebP of that width, or of the width of the image if that is less; at most four times as high as wide was asked for. It is made when it is first asked for. A file that is no image, or that is not clean, has none (404).',
  })
  @Conditional(HEADERS)
  @ApiResponse({
    status: 200,
    description: 'The picture without its metadata, turned as these say',
    headers: HEADERS,
    content: { [THUMBNAIL_MEDIA_TYPE]: { schema: { type: 'string', format: 'binary' } } },
  })
  @Raises(ValidationFailedError)
  async getAdminFileThumbnail(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') fileId: string,
    @Query() { width }: ThumbnailQuery,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const { tenantId } = admin;
    if (admin.appIds !== null) expectOfApps(admin, (await this.files.get(tenantId, fileId)).appId);
    const ref = { tenantId, fileId, width };
    const thumbnail = found(await this.thumbnails.find(ref));
    const open = async () => found(await this.thumbnails.open(ref, thumbnail));
    await sendImage(request, response, { ...thumbnail, mediaType: THUMBNAIL_MEDIA_TYPE }, open, FOR_A_YEAR);
  }
}
