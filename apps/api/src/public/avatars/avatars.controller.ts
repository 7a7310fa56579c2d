import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiParam, ApiResponse } from '@nestjs/swagger';
import { PicturesService } from '@libs/files';
import { TenantDirectory } from '@libs/iam';
import { ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { matchesETag } from '../../http/answers/cached-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { Conditional } from '../../http/answers/cacheable';

const IMMUTABLE = 'public, max-age=31536000, immutable';
const HEADERS = answerHeaders('ETag', 'Cache-Control.immutable', 'X-Content-Type-Options');

@AssetController('avatars', 'Profile')
export class AvatarsController {
  constructor(
    private readonly pictures: PicturesService,
    private readonly tenants: TenantDirectory,
  ) {}

  @Get(':token')
  @ApiOperation({
    summary: 'Get the picture of a user',
    description:
      'The URL is that of `avatar_url`. Its picture never changes; once it is replaced or removed, the answer is 404.',
  })
  @ApiParam({ name: 'token', schema: { type: 'string', pattern: '^[A-Za-z0-9_-]{43}$' } })
  @Conditional(HEADERS)
  @ApiResponse({
    status: 200,
    description: 'A square of 512 pixels',
    headers: HEADERS,
    content: { 'image/webp': { schema: { type: 'string', format: 'binary' } } },
  })
  @Raises(ResourceNotFoundError)
  async getAvatar(@Param('token') token: string, @Req() request: ApiRequest, @Res() response: Response): Promise<void> {
    const picture = await this.pictures.find(token);
    if (!picture || !(await this.tenants.isActive(picture.tenantId))) throw new ResourceNotFoundError();
    const etag = `"${picture.sha256}"`;
    const isKnown = matchesETag(request.headers['if-none-match'], etag);
    const content = isKnown || request.method === 'HEAD' ? null : await this.pictures.open(picture);
    if (!isKnown && request.method !== 'HEAD' && !content) throw new ResourceNotFoundError();
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', IMMUTABLE);
    if (isKnown) {
      response.status(304).end();
      return;
    }
    response.setHeader('Content-Type', picture.mediaType);
    response.setHeader('Content-Length', picture.sizeBytes);
    response.end(content ?? undefined);
  }
}
