import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { AnswersImage } from '../../http/answers/asset-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { ContentImages } from '../content-images/content-images';

const HEADERS = answerHeaders('ETag', 'Cache-Control.immutable', 'X-Content-Type-Options');

/** Where covers were before texts had pictures: clients keep URLs. */
@AssetController('article-covers', 'Articles')
export class ArticleCoversController {
  constructor(private readonly images: ContentImages) {}

  @Get(':file_id')
  @ApiOperation({
    deprecated: true,
    summary: 'Get the cover of a published article',
    description:
      'The former URL of `GET /api/v1/public/content-images/{file_id}`, with the same answer. `app_id` or `X-AppID` names the App; if both are given, they must agree.',
  })
  @AnswersImage(HEADERS)
  @Raises(ResourceNotFoundError)
  async getArticleCover(
    @Param('file_id') fileId: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    await this.images.send(request, response, fileId);
  }
}
