import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { FileAssets, type FileAsset } from '@libs/files';
import { ChangeFeed, InvalidatedCache } from '@libs/foundation';
import { isUuid } from '@libs/kernel';

const MAX_BYTES = 8 * 1024 * 1024;
const BYTES_PER_ASSET = 1_000;

/** The pictures that an App shows before anybody signs in. */
@Injectable()
export class StartupAssets {
  private readonly assets: InvalidatedCache<FileAsset>;

  constructor(
    private readonly files: FileAssets,
    feed: ChangeFeed,
  ) {
    this.assets = new InvalidatedCache(feed, { subject: 'file', maxBytes: MAX_BYTES, sizeOf: () => BYTES_PER_ASSET });
  }

  /** The icon of the App or an image of its published onboarding; null for any other file and what is not clean. */
  async find(app: AppSnapshot, fileId: string): Promise<FileAsset | null> {
    if (!isUuid(fileId)) return null;
    const id = fileId.toLowerCase();
    const isShown = id === app.iconFileId || app.onboarding.slides.some(({ imageFileId }) => imageFileId === id);
    return isShown ? this.assets.get(id, app.tenantId, () => this.files.find(app.tenantId, id)) : null;
  }
}
