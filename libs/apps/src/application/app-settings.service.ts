import { Injectable } from '@nestjs/common';
import { AuditTrail, Outbox, Transactions, ValidationFailedError } from '@libs/kernel';
import type { App, NewApp } from '../domain/app';
import type { AppChanges } from '../domain/app-changes';
import { AppImages } from '../domain/app-images';
import { AppUpdated } from '../domain/app.events';
import { AppRepository } from '../domain/app.repository';
import { type AppDetails, AppQueries } from '../infrastructure/app-queries';
import { changedFields, recordOf } from './app-record';
import { AppsService } from './apps.service';

/** Creates Apps and changes their settings, as administrators ask. */
@Injectable()
export class AppSettingsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly newApps: AppsService,
    private readonly apps: AppRepository,
    private readonly images: AppImages,
    private readonly queries: AppQueries,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
  ) {}

  /** @throws ValidationFailedError for contradictory settings, an unusable icon, or a dcloud_appid that is taken. */
  create(tenantId: string, input: NewApp): Promise<AppDetails> {
    return this.transactions.run(tenantId, async () => {
      const app = await this.newApps.create(tenantId, input);
      if (app.iconFileId) await this.showIcon(app);
      this.audit.record({ ...subjectOf(app), before: null, after: recordOf(app) });
      return this.queries.get(tenantId, app.id);
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError
   * @throws ResourceImmutableFieldError for another type.
   * @throws ValidationFailedError as `create`.
   */
  update(tenantId: string, appId: string, lockVersion: number, changes: AppChanges): Promise<AppDetails> {
    return this.transactions.run(tenantId, async () => {
      const app = await this.apps.getForUpdate(tenantId, appId);
      app.expectVersion(lockVersion);
      const [before, icon] = [recordOf(app), app.iconFileId];
      app.update(changes);
      if (app.iconFileId !== icon) await this.showIcon(app);
      await this.apps.save(app);
      const after = recordOf(app);
      this.audit.record({ ...subjectOf(app), before, after });
      await this.outbox.add(new AppUpdated(app, changedFields(before, after)));
      return this.queries.get(tenantId, appId);
    });
  }

  private async showIcon({ tenantId, id, iconFileId }: App): Promise<void> {
    const icons = iconFileId ? [iconFileId] : [];
    const [problem] = (await this.images.problemsOf(tenantId, icons, 'app_icon')).values();
    if (problem) throw ValidationFailedError.of('icon_file_id', problem);
    await this.images.use(tenantId, id, 'app_icon', icons);
  }
}

function subjectOf(app: App) {
  return { resourceType: 'app', resourceId: app.id, appId: app.id };
}
