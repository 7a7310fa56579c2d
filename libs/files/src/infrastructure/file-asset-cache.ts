import { Injectable } from '@nestjs/common';
import { ChangeFeed, InvalidatedCache } from '@libs/foundation';
import { type FileAsset, FileAssets } from './file-assets';

const MAX_BYTES = 8 * 1024 * 1024;
const BYTES_PER_ASSET = 1_000;

/** Cached facts about served files; that a file is not clean is cached as well. */
@Injectable()
export class FileAssetCache {
  private readonly assets: InvalidatedCache<{ readonly asset: FileAsset | null }>;

  constructor(
    private readonly files: FileAssets,
    feed: ChangeFeed,
  ) {
    this.assets = new InvalidatedCache(feed, { subject: 'file', maxBytes: MAX_BYTES, sizeOf: () => BYTES_PER_ASSET });
  }

  /** Null if it does not exist or is not clean. @param fileId a uuid in lower case. */
  async find(tenantId: string, fileId: string): Promise<FileAsset | null> {
    const known = await this.assets.get(fileId, tenantId, async () => ({
      asset: await this.files.find(tenantId, fileId),
    }));
    return known?.asset ?? null;
  }

  /** The cached result of `find`; null if it has to be read. */
  known(tenantId: string, fileId: string): { readonly asset: FileAsset | null } | null {
    return this.assets.known(fileId, tenantId);
  }
}
