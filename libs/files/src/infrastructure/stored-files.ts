import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { found } from '@libs/kernel';
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

  async save(file: StoredFile): Promise<void> {
    await this.database.manager.save(StoredFile, file);
  }

  async remove({ tenantId, id }: StoredFile): Promise<void> {
    await this.database.manager.delete(StoredFile, { tenantId, id });
  }

  async isInUse({ tenantId, id }: StoredFile): Promise<boolean> {
    return this.database.hasRows('SELECT 1 FROM file_usages WHERE tenant_id = $1 AND file_id = $2 LIMIT 1', [
      tenantId,
      id,
    ]);
  }
}
