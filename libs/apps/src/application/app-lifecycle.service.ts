import { Injectable } from '@nestjs/common';
import { AuditTrail, expectAll, only, Outbox, Transactions, VersionedChanges, wireOf } from '@libs/kernel';
import type { App } from '../domain/app';
import { AppImages } from '../domain/app-images';
import { app as fields } from '../domain/app-settings';
import { AppDeleted, AppDisabled, AppEnabled } from '../domain/app.events';
import { AppRepository } from '../domain/app.repository';
import { type AppDetails, AppQueries } from '../infrastructure/app-queries';

const BRIEF = only(fields, 'id', 'name', 'appType', 'dcloudAppid');

/** Enables, disables and deletes Apps. */
@Injectable()
export class AppLifecycleService {
  private readonly changes: VersionedChanges<App>;

  constructor(
    private readonly transactions: Transactions,
    private readonly apps: AppRepository,
    private readonly images: AppImages,
    private readonly queries: AppQueries,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'app',
      save: (app) => apps.save(app),
      see: (app) => app,
      record: ({ status }) => ({ status }),
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, AppStateError when it is active already. */
  enable(tenantId: string, appId: string, lockVersion: number): Promise<AppDetails> {
    return this.switch(tenantId, appId, lockVersion, (app) => app.enable(), AppEnabled);
  }

  /** @throws ResourceNotFoundError, VersionConflictError, AppStateError when it is disabled already. */
  disable(tenantId: string, appId: string, lockVersion: number): Promise<AppDetails> {
    return this.switch(tenantId, appId, lockVersion, (app) => app.disable(), AppDisabled);
  }

  /** @throws ResourceNotFoundError, DefaultAppError, ActiveAppError */
  async delete(tenantId: string, appId: string): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const app = await this.apps.getForUpdate(tenantId, appId);
      await this.deleteOne(app, await this.transactions.now());
      this.changes.record(app, briefOf(app), null);
    });
  }

  /**
   * All of them, or none.
   *
   * @param ids in lower case; duplicates count once.
   * @param among those to which whoever asks is limited: all others are unknown; null for no limit.
   * @throws ResourceConflictError naming in `ids` those that are unknown or cannot be deleted.
   */
  async deleteAll(tenantId: string, ids: readonly string[], among: readonly string[] | null): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const apps = await this.apps.findAllForUpdate(
        tenantId,
        ids.filter((id) => among === null || among.includes(id)),
      );
      expectAll(
        ids,
        apps.filter((app) => app.isDeletable),
      );
      const now = await this.transactions.now();
      for (const app of apps) await this.deleteOne(app, now);
      this.audit.record({ resourceType: 'app', resourceId: null, before: { apps: apps.map(briefOf) }, after: null });
    });
  }

  private switch(
    tenantId: string,
    appId: string,
    lockVersion: number,
    move: (app: App) => void,
    Moved: typeof AppEnabled | typeof AppDisabled,
  ): Promise<AppDetails> {
    return this.transactions.run(tenantId, async () => {
      const app = await this.apps.getForUpdate(tenantId, appId);
      await this.changes.change(app, lockVersion, () => move(app));
      await this.outbox.add(new Moved(app));
      return this.queries.get(tenantId, appId);
    });
  }

  private async deleteOne(app: App, now: Date): Promise<void> {
    app.delete(now);
    await this.apps.save(app);
    await this.images.use(app.tenantId, app.id, 'app_icon', []);
    await this.images.use(app.tenantId, app.id, 'onboarding_image', []);
    await this.outbox.add(new AppDeleted(app));
  }
}

function briefOf(app: App): object {
  return wireOf(BRIEF, app);
}
