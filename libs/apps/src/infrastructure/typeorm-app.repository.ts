import { Injectable } from '@nestjs/common';
import { Database, isViolationOf } from '@libs/foundation';
import { found, ValidationFailedError } from '@libs/kernel';
import { In, IsNull } from 'typeorm';
import { App } from '../domain/app';
import type { AppRepository } from '../domain/app.repository';
import { OnboardingRevision } from '../domain/onboarding-revision';

/** Keeps others from changing the row, but allows inserting and deleting rows that refer to it. */
const LOCK = { mode: 'for_no_key_update' } as const;

@Injectable()
export class TypeOrmAppRepository implements AppRepository {
  constructor(private readonly database: Database) {}

  async add(app: App): Promise<void> {
    await this.save(app);
  }

  async save(app: App): Promise<void> {
    try {
      await this.database.manager.save(app);
    } catch (error) {
      // It may belong to another tenant, whose Apps cannot be seen from here: only the index knows.
      if (isViolationOf('apps_dcloud_appid_key', error)) throw ValidationFailedError.of('dcloud_appid', 'taken');
      throw error;
    }
  }

  async getForUpdate(tenantId: string, id: string): Promise<App> {
    const where = { tenantId, id, deletedAt: IsNull() };
    return found(await this.database.manager.findOne(App, { where, lock: LOCK }));
  }

  findAllForUpdate(tenantId: string, ids: readonly string[]): Promise<App[]> {
    const where = { tenantId, id: In([...ids]), deletedAt: IsNull() };
    return this.database.manager.find(App, { where, order: { id: 'ASC' }, lock: LOCK });
  }

  findDefault(tenantId: string): Promise<App | null> {
    return this.database.manager.findOneBy(App, { tenantId, isDefault: true });
  }

  async addRevision(revision: OnboardingRevision): Promise<void> {
    await this.database.manager.insert(OnboardingRevision, revision);
  }

  findPublishedRevision({ tenantId, id, onboardingVersion }: App): Promise<OnboardingRevision | null> {
    return this.database.manager.findOneBy(OnboardingRevision, { tenantId, appId: id, version: onboardingVersion });
  }
}
