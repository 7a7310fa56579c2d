import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation, ApiQuery } from '@nestjs/swagger';
import { ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { AnswersImage } from '../../http/answers/asset-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { ContentImages } from './content-images';

const HEADERS = answerHeaders('ETag', 'Cache-Control.immutable', 'X-Content-Type-Options');

@AssetController('content-images', 'Articles')
export class ContentImagesController {
  constructor(private readonly images: ContentImages) {}

  @Get(':file_id')
  @ApiOperation({
    summary: 'Get a cover or a picture in a text',
    description:
      'The URL is that of `cover_url`, or stands in `body_html`. `app_id` or `X-AppID` names the App; if both are given, they must agree. A picture is served while a published article, page or legal document or a scheduled article has it. As an image request carries no token, pictures of articles for members are served to whoever knows the URL. In a preview of a draft, the URL has a `token` instead, which names the App and expires with the preview; the answer is then `no-store`.',
  })
  @ApiQuery({
    name: 'token',
    required: false,
    description: 'The token of a preview, in the URLs of its pictures',
    schema: { type: 'string' },
  })
  @AnswersImage(HEADERS)
  @Raises(ResourceNotFoundError)
  async getContentImage(
    @Param('file_id') fileId: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.images.send(request, response, fileId);
  }
}
