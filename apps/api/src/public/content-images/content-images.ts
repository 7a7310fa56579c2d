import { Injectable } from '@nestjs/common';
import { PreviewLinks, ShownPictures } from '@libs/content';
import { type FileAsset, FileAssetCache, FileAssets } from '@libs/files';
import { isUuid, ResourceNotFoundError } from '@libs/kernel';
import type { Response } from 'express';
import { AppGuard } from '../../auth/app.guard';
import { sendImage } from '../../http/answers/asset-answer';
import type { Query } from '../../http/request/query';
import type { ApiRequest } from '../../http/request/request';

/** The covers of articles, and the pictures in texts. */
@Injectable()
export class ContentImages {
  constructor(
    private readonly apps: AppGuard,
    private readonly shown: ShownPictures,
    private readonly links: PreviewLinks,
    private readonly assets: FileAssetCache,
    private readonly files: FileAssets,
  ) {}

  /** @param fileId may be any text. @throws ResourceNotFoundError, DependencyUnavailableError */
  async send(request: ApiRequest, response: Response, fileId: string): Promise<void> {
    const { token } = request.query as Query;
    const asset =
      token === undefined ? await this.findShown(request, fileId) : await this.findIn(request, fileId, token);
    if (!asset) throw new ResourceNotFoundError();
    const cacheControl = token === undefined ? undefined : 'no-store';
    await sendImage(request, response, asset, (found) => this.files.open(found), cacheControl);
  }

  private async findShown(request: ApiRequest, fileId: string): Promise<FileAsset | null> {
    const app = await this.apps.findNamed(request);
    const isShown = app && (await this.shown.isShown({ tenantId: app.tenantId, appId: app.id }, fileId));
    return isShown ? this.assets.find(app.tenantId, fileId.toLowerCase()) : null;
  }

  /** A picture of a draft, which the link to it shows. */
  private async findIn(request: ApiRequest, fileId: string, token: unknown): Promise<FileAsset | null> {
    const link = isUuid(fileId) ? this.links.find('picture', fileId, token) : null;
    const app = link && (await this.apps.findNamed(request, link.appId));
    const asset = app && (await this.assets.find(app.tenantId, link.id));
    const isOfApp = asset?.appId === null || asset?.appId === app?.id;
    return asset?.purpose === 'content_image' && isOfApp ? asset : null;
  }
}
