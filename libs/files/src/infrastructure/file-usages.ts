import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FilePurpose, needsApp } from '../domain/file-purpose';
import type { ImageSize, ScanStatus } from '../domain/stored-file';

/** A user of files, such as `{ type: 'app', id }`: the kind in snake_case, and its id. */
export interface FileUser {
  readonly type: string;
  readonly id: string;
  readonly appId?: string | null;
}

/** Whether a file can be used, or why not. Another tenant's file is unknown. */
export type FileFitness = 'ok' | 'unknown' | 'wrong_purpose' | 'wrong_app' | 'not_clean';

/** Why a file cannot be used, as the code of a field error. */
export const FILE_PROBLEMS = {
  ok: null,
  unknown: 'unknown_file',
  wrong_app: 'unknown_file',
  wrong_purpose: 'wrong_file_purpose',
  not_clean: 'file_not_clean',
} as const satisfies Readonly<Record<FileFitness, string | null>>;

interface FileRow {
  id: string;
  purpose: FilePurpose;
  app_id: string | null;
  scan_status: ScanStatus;
}

/**
 * The uses of files. A file in use cannot be deleted. What checks and claims joins the current transaction, and locks the
 * files until its end, so that a usable file stays usable until it is claimed.
 */
@Injectable()
export class FileUsages {
  constructor(private readonly database: Database) {}

  /**
   * Whether the files can be used for the purpose: they must exist, have that purpose, and be clean.
   *
   * @param appId the App in which they are used, if that matters: those of another App are unfit, and so is a package
   *   of none.
   */
  check(
    tenantId: string,
    fileIds: readonly string[],
    purpose: FilePurpose,
    appId?: string,
  ): Promise<Map<string, FileFitness>> {
    return this.database.run(tenantId, async () => {
      const files = new Map((await this.lock(tenantId, fileIds)).map((file) => [file.id, file]));
      return new Map(fileIds.map((id) => [id, fitnessOf(files.get(id), purpose, appId)]));
    });
  }

  /**
   * Sets the files that the user uses, replacing earlier ones; an empty list releases all.
   *
   * @throws ResourceConflictError when one of them does not exist (any more): check them first, in the same
   * transaction.
   */
  async replace(tenantId: string, { type, id, appId = null }: FileUser, fileIds: readonly string[]): Promise<void> {
    await this.database.run(tenantId, async () => {
      await this.lock(tenantId, fileIds);
      await this.database.query(
        `DELETE FROM file_usages
          WHERE tenant_id = $1 AND used_by_type = $2 AND used_by_id = $3 AND file_id <> ALL ($4::uuid[])`,
        [tenantId, type, id, fileIds],
      );
      await this.claim(tenantId, { type, id, appId }, fileIds);
    });
  }

  /** Adds files to those that the user uses. @throws as `replace`. */
  async add(tenantId: string, user: FileUser, fileIds: readonly string[]): Promise<void> {
    await this.database.run(tenantId, async () => {
      await this.lock(tenantId, fileIds);
      await this.claim(tenantId, user, fileIds);
    });
  }

  /** How large the images among the files are. */
  async imageSizes(tenantId: string, fileIds: readonly string[]): Promise<Map<string, ImageSize>> {
    const images = await this.database.read<{ id: string; image: ImageSize }>(
      tenantId,
      'SELECT id, image FROM files WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND image IS NOT NULL',
      [tenantId, fileIds],
    );
    return new Map(images.map(({ id, image }) => [id, image]));
  }

  /** How large those of the files are that `check` would find fit for the purpose in the App. Locks nothing. */
  async usableImages(
    tenantId: string,
    fileIds: readonly string[],
    purpose: FilePurpose,
    appId: string,
  ): Promise<Map<string, ImageSize>> {
    const images = await this.database.read<FileRow & { image: ImageSize }>(
      tenantId,
      `SELECT id, purpose, app_id, scan_status, image FROM files
        WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND image IS NOT NULL`,
      [tenantId, fileIds],
    );
    const usable = images.filter((file) => fitnessOf(file, purpose, appId) === 'ok');
    return new Map(usable.map(({ id, image }) => [id, image]));
  }

  /** Releases all files used by these users, which are of some of the types. */
  async release(tenantId: string, types: readonly FileUser['type'][], ids: readonly string[]): Promise<void> {
    await this.database.write(
      tenantId,
      'DELETE FROM file_usages WHERE tenant_id = $1 AND used_by_type = ANY ($2) AND used_by_id = ANY ($3)',
      [tenantId, types, ids],
    );
  }

  /** Releases all files used by users of this type in the App. */
  async releaseAll(tenantId: string, type: FileUser['type'], appId: string): Promise<void> {
    await this.database.write(
      tenantId,
      'DELETE FROM file_usages WHERE tenant_id = $1 AND used_by_type = $2 AND app_id = $3',
      [tenantId, type, appId],
    );
  }

  private async claim(
    tenantId: string,
    { type, id, appId = null }: FileUser,
    fileIds: readonly string[],
  ): Promise<void> {
    await this.database.query(
      `INSERT INTO file_usages (tenant_id, file_id, used_by_type, used_by_id, app_id)
       SELECT DISTINCT $1::uuid, file_id, $2, $3::uuid, $5::uuid FROM unnest($4::uuid[]) AS file_id
       ON CONFLICT DO NOTHING`,
      [tenantId, type, id, fileIds, appId],
    );
  }

  /** Locks in the order of ids, so that concurrent callers with the same files do not deadlock. */
  private lock(tenantId: string, fileIds: readonly string[]): Promise<FileRow[]> {
    return this.database.query<FileRow>(
      `SELECT id, purpose, app_id, scan_status FROM files
        WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) ORDER BY id FOR SHARE`,
      [tenantId, fileIds],
    );
  }
}

function fitnessOf(file: FileRow | undefined, purpose: FilePurpose, appId: string | undefined): FileFitness {
  if (!file) return 'unknown';
  if (file.purpose !== purpose) return 'wrong_purpose';
  const isElsewhere = file.app_id !== appId && (file.app_id !== null || needsApp(purpose));
  if (appId !== undefined && isElsewhere) return 'wrong_app';
  return file.scan_status === 'clean' ? 'ok' : 'not_clean';
}
