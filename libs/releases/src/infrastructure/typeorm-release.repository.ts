import { Injectable } from '@nestjs/common';
import { Database, isViolationOf } from '@libs/foundation';
import { found } from '@libs/kernel';
import { In, IsNull } from 'typeorm';
import { Release } from '../domain/release';
import type { ReleaseRepository } from '../domain/release.repository';
import { ReleaseVersionDuplicateError } from '../domain/releases.errors';

/** Keeps others from changing the row, but allows inserting and deleting rows that refer to it. */
const LOCK = { mode: 'for_no_key_update' } as const;

@Injectable()
export class TypeOrmReleaseRepository implements ReleaseRepository {
  constructor(private readonly database: Database) {}

  async save(release: Release): Promise<void> {
    try {
      await this.database.manager.save(release);
    } catch (error) {
      if (isViolationOf('releases_version_key', error)) throw new ReleaseVersionDuplicateError();
      throw error;
    }
  }

  async getForUpdate(tenantId: string, appId: string, id: string): Promise<Release> {
    const where = { tenantId, appId, id, deletedAt: IsNull() };
    return found(await this.database.manager.findOne(Release, { where, lock: LOCK }));
  }

  findAllForUpdate(tenantId: string, appId: string, ids: readonly string[]): Promise<Release[]> {
    const where = { tenantId, appId, id: In([...ids]), deletedAt: IsNull() };
    return this.database.manager.find(Release, { where, order: { id: 'ASC' }, lock: LOCK });
  }

  async forgetPackages(tenantId: string, appId: string): Promise<void> {
    await this.database.query(
      'UPDATE releases SET file_id = NULL WHERE tenant_id = $1 AND app_id = $2 AND file_id IS NOT NULL',
      [tenantId, appId],
    );
  }
}
