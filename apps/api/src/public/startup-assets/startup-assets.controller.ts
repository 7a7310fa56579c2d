import { pipeline } from 'node:stream/promises';
import { Get, Param, Req, Res } from '@nestjs/common';
import { ApiHeader, ApiOperation, ApiQuery, ApiResponse } from '@nestjs/swagger';
import { type AppSnapshot } from '@libs/apps';
import { FileAssets } from '@libs/files';
import { DependencyUnavailableError, isUuid, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { answerHeaders } from '../../http/answers/answer-headers';
import { Raises } from '../../http/answers/answers';
import { matchesETag } from '../../http/answers/cached-answer';
import type { Query } from '../../http/request/query';
import type { ApiRequest } from '../../http/request/request';
import { AssetController } from '../../surfaces/surfaces';
import { Conditional } from '../../http/answers/cacheable';
import { StartupAssets } from './startup-assets';

const IMMUTABLE = 'public, max-age=31536000, immutable';
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
    const app = await this.findApp(request);
    const asset = app && (await this.assets.find(app, fileId));
    if (!asset) throw new ResourceNotFoundError();
    const etag = `"${asset.sha256}"`;
    response.setHeader('ETag', etag);
    response.setHeader('Cache-Control', IMMUTABLE);
    response.setHeader(ONBOARDING_VERSION, app.onboarding.version);
    if (matchesETag(request.headers['if-none-match'], etag)) {
      response.status(304).end();
      return;
    }
    const content = request.method === 'HEAD' ? null : await this.files.open(asset);
    response.setHeader('Content-Type', asset.mediaType);
    response.setHeader('Content-Length', asset.sizeBytes);
    if (content) await pipeline(content, response).catch(() => response.destroy());
    else response.end();
  }

  /** An image request cannot send headers, so the URL may name the App. Any problem with that is 404. */
  private async findApp(request: ApiRequest): Promise<AppSnapshot | null> {
    const named = [request.headers['x-appid'], (request.query as Query)['app_id']].filter(
      (id) => id !== undefined && id !== '',
    );
    const ids = new Set(named.map((id) => (isUuid(id) ? id.toLowerCase() : null)));
    const [id] = ids;
    return ids.size === 1 && id ? this.apps.findAvailable(id) : null;
  }
}
