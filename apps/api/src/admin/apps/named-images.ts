import { Injectable } from '@nestjs/common';
import { FilesService } from '@libs/files';
import type { AdminSession } from '@libs/iam';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';

/** The field of a request in which an image is named, and its id, if there is one. */
type NamedImage = readonly [field: string, fileId: string | null | undefined];

/** Images that requests name for an App. Whether they fit, the App says. */
@Injectable()
export class NamedImages {
  constructor(private readonly files: FilesService) {}

  /**
   * To a caller that is limited to some Apps an image of another is unknown: it could otherwise make it public as one of
   * its own App.
   *
   * @throws ValidationFailedError
   */
  async expectKnown(admin: AdminSession, images: readonly NamedImage[]): Promise<void> {
    if (admin.appIds === null) return;
    for (const [field, fileId] of images) {
      const appId = fileId ? await this.appOf(admin.tenantId, fileId) : null;
      if (appId !== null && !admin.appIds.includes(appId)) throw ValidationFailedError.of(field, 'unknown_file');
    }
  }

  /** Null also for a file that does not exist. */
  private async appOf(tenantId: string, fileId: string): Promise<string | null> {
    try {
      return (await this.files.get(tenantId, fileId)).appId;
    } catch (error) {
      if (error instanceof ResourceNotFoundError) return null;
      throw error;
    }
  }
}
