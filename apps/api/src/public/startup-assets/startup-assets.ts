import { Injectable } from '@nestjs/common';
import type { AppSnapshot } from '@libs/apps';
import { type FileAsset, FileAssetCache } from '@libs/files';
import { isUuid } from '@libs/kernel';

/** The pictures that an App shows before anybody signs in. */
@Injectable()
export class StartupAssets {
  constructor(private readonly files: FileAssetCache) {}

  /** The icon of the App or an image of its published onboarding; null for any other or unclean file. */
  async find(app: AppSnapshot, fileId: string): Promise<FileAsset | null> {
    if (!isUuid(fileId)) return null;
    const id = fileId.toLowerCase();
    const isShown = id === app.iconFileId || app.onboarding.slides.some(({ imageFileId }) => imageFileId === id);
    return isShown ? this.files.find(app.tenantId, id) : null;
  }
}
