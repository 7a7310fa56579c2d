import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
import { In } from 'typeorm';
import { StoredFile } from '../domain/stored-file';

/** The files of a tenant. All methods join the current transaction. */
@Injectable()
export class StoredFiles {
  constructor(private readonly database: Database) {}

  async add(file: StoredFile): Promise<void> {
    await this.database.manager.insert(StoredFile, file);
  }

  /** @throws ResourceNotFoundError */
  async get(tenantId: string, id: string): Promise<StoredFile> {
    return found(await this.find(tenantId, id));
  }

  find(tenantId: string, id: string): Promise<StoredFile | null> {
    return this.database.manager.findOneBy(StoredFile, { tenantId, id });
  }

  /**
   * Blocks transactions that claim or delete the file.
   *
   * @throws ResourceNotFoundError
   */
  async getForUpdate(tenantId: string, id: string): Promise<StoredFile> {
    return found(await this.findForUpdate(tenantId, id));
  }

  findForUpdate(tenantId: string, id: string): Promise<StoredFile | null> {
    return this.database.manager.findOne(StoredFile, {
      where: { tenantId, id },
      lock: { mode: 'pessimistic_write' },
    });
  }

  /**
   * Those that exist, locked in the order of their ids, as those who use files lock them.
   *
   * @param among the Apps whose files are looked for; null for all, and for files of none.
   */
  findAllForUpdate(tenantId: string, ids: readonly string[], among: readonly string[] | null): Promise<StoredFile[]> {
    return this.database.manager.find(StoredFile, {
      where: { tenantId, id: In([...ids]), ...(among && { appId: In([...among]) }) },
      order: { id: 'ASC' },
      lock: { mode: 'pessimistic_write' },
    });
  }

  async save(file: StoredFile): Promise<void> {
    await this.database.manager.save(StoredFile, file);
  }

  async removeAll(tenantId: string, files: readonly StoredFile[]): Promise<void> {
    await this.database.query('DELETE FROM files WHERE tenant_id = $1 AND id = ANY ($2::uuid[])', [
      tenantId,
      files.map(({ id }) => id),
    ]);
  }

  /** Those of the files that nothing uses. */
  async unused(tenantId: string, files: readonly StoredFile[]): Promise<StoredFile[]> {
    const used = await this.database.query<{ id: string }>(
      'SELECT DISTINCT file_id AS id FROM file_usages WHERE tenant_id = $1 AND file_id = ANY ($2::uuid[])',
      [tenantId, files.map(({ id }) => id)],
    );
    const ids = new Set(used.map(({ id }) => id));
    return files.filter(({ id }) => !ids.has(id));
  }

  /** How many of the files there are that the user has uploaded. */
  async countUploadedBy(tenantId: string, ids: readonly string[], userId: string): Promise<number> {
    return this.database.manager.countBy(StoredFile, { tenantId, id: In([...ids]), createdBy: userId });
  }
}
