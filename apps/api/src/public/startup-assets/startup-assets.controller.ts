import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { FileAssets } from '@libs/files';
import { ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { AnswersImage, sendImage } from '../../http/answers/asset-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { StartupAssets } from './startup-assets';

const ONBOARDING_VERSION = 'X-App-Onboarding-Version';
const HEADERS = answerHeaders('ETag', 'Cache-Control.immutable', ONBOARDING_VERSION, 'X-Content-Type-Options');

@AssetController('startup-assets', 'Configuration')
export class StartupAssetsController {
  constructor(
    private readonly apps: AppGuard,
    private readonly assets: StartupAssets,
    private readonly files: FileAssets,
  ) {}

  @Get(':file_id')
  @ApiOperation({
    summary: 'Get the icon of an App or an image of its published onboarding',
    description: '`app_id` or `X-AppID` names the App; if both are given, they must agree.',
  })
  @AnswersImage(HEADERS)
  @Raises(ResourceNotFoundError)
  async getStartupAsset(
    @Param('file_id') fileId: string,
    @Req() request: ApiRequest,
    @Res() response: Response,
  ): Promise<void> {
    const app = await this.apps.findNamed(request);
    const asset = app && (await this.assets.find(app, fileId));
    if (!asset) throw new ResourceNotFoundError();
    response.setHeader(ONBOARDING_VERSION, app.onboarding.version);
    await sendImage(request, response, asset, (found) => this.files.open(found));
  }
}
