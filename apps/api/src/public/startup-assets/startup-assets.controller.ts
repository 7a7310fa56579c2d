import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { FileAssets } from '@libs/files';
import { DependencyUnavailableError, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { sendImage } from '../../http/answers/asset-answer';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { Conditional } from '../../http/answers/cacheable';
import { StartupAssets } from './startup-assets';

const ONBOARDING_VERSION = 'X-App-Onboarding-Version';
const HEADERS = answerHeaders('ETag', 'Cache-Control.immutable', ONBOARDING_VERSION, 'X-Content-Type-Options');
const IMAGE = { schema: { type: 'string', format: 'binary' } } as const;

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
  @ApiQuery({ name: 'app_id', required: false, schema: { type: 'string', format: 'uuid' } })
  @ApiHeader({
    name: 'X-AppID',
    required: false,
    description: 'If given, the App of the image',
    schema: { type: 'string', format: 'uuid' },
  })
  @Conditional(HEADERS)
  @ApiResponse({
    status: 200,
    description: 'The image as it was uploaded',
    headers: HEADERS,
    content: { 'image/jpeg': IMAGE, 'image/png': IMAGE, 'image/webp': IMAGE },
  })
  @Raises(ResourceNotFoundError, DependencyUnavailableError)
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
