import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { PublishedArticles } from '@libs/content';
import { FileAssetCache, FileAssets } from '@libs/files';
import { ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { AnswersImage, sendImage } from '../../http/answers/asset-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';

const HEADERS = answerHeaders('ETag', 'Cache-Control.immutable', 'X-Content-Type-Options');

@AssetController('article-covers', 'Articles')
export class ArticleCoversController {
  constructor(
    private readonly apps: AppGuard,
    private readonly articles: PublishedArticles,
    private readonly assets: FileAssetCache,
    private readonly files: FileAssets,
  ) {}

  @Get(':file_id')
  @ApiOperation({
    summary: 'Get the cover of a published article',
    description:
      'The URL is that of `cover_url`. `app_id` or `X-AppID` names the App; if both are given, they must agree. As an image request carries no token, covers of articles for members are served to whoever knows the URL.',
  })
  @AnswersImage(HEADERS)
  @Raises(ResourceNotFoundError)
  async getArticleCover(
    @Param('file_id') fileId: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const app = await this.apps.findNamed(request);
    const isCover = app && (await this.articles.isCover({ tenantId: app.tenantId, appId: app.id }, fileId));
    const asset = isCover ? await this.assets.find(app.tenantId, fileId.toLowerCase()) : null;
    if (!asset) throw new ResourceNotFoundError();
    await sendImage(request, response, asset, (found) => this.files.open(found));
  }
}
