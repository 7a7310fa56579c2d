import { isDeepStrictEqual } from 'node:util';
import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, domainOf } from '@libs/foundation';
import { AuditTrail, but, Outbox, Transactions, ValidationFailedError, VersionedChanges, wireOf } from '@libs/kernel';
import type { App, NewApp } from '../domain/app';
import type { AppChanges } from '../domain/app-changes';
import { AppImages } from '../domain/app-images';
import { app as fields, captcha, content, mail, registration, upgrade } from '../domain/app-settings';
import { AppUpdated } from '../domain/app.events';
import { AppRepository } from '../domain/app.repository';
import { type AppDetails, AppQueries } from '../infrastructure/app-queries';
import { AppsService } from './apps.service';

/** What nobody decides about an App, or what has a record of its own, is left out. */
const RECORDED = but(
  fields,
  ...([
    'tenantId',
    'id',
    'isDefault',
    'onboardingVersion',
    'lockVersion',
    'createdAt',
    'updatedAt',
    'updatedBy',
    'deletedAt',
  ] as const),
);

/** Creates Apps and changes their settings, as administrators ask. */
@Injectable()
export class AppSettingsService {
  private readonly changes: VersionedChanges<App>;

  constructor(
    private readonly transactions: Transactions,
    private readonly newApps: AppsService,
    private readonly apps: AppRepository,
    private readonly images: AppImages,
    private readonly queries: AppQueries,
    private readonly outbox: Outbox,
    audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'app',
      save: (app) => apps.save(app),
      see: (app) => app,
      record: recordOf,
    });
  }

  /**
   * @throws ValidationFailedError for contradictory settings, an unusable icon, a dcloud_appid that is taken, or an address
   * of a domain from which no mail may be sent.
   */
  create(tenantId: string, input: NewApp): Promise<AppDetails> {
    return this.transactions.run(tenantId, async () => {
      this.checkSender(input);
      const app = await this.newApps.create(tenantId, input);
      if (app.iconFileId) await this.showIcon(app);
      await this.changes.added(app);
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
      this.checkSender(changes);
      const app = await this.apps.getForUpdate(tenantId, appId);
      const [before, icon] = [recordOf(app), app.iconFileId];
      await this.changes.change(app, lockVersion, async () => {
        app.update(changes);
        if (app.iconFileId !== icon) await this.showIcon(app);
      });
      const after = Object.entries(recordOf(app));
      const changed = after.filter(([field, value]) => !isDeepStrictEqual(before[field], value));
      await this.outbox.add(
        new AppUpdated(
          app,
          changed.map(([field]) => field),
        ),
      );
      return this.queries.get(tenantId, appId);
    });
  }

  /** What an App has already is not looked at: its domain may be listed no more, which keeps no other change from it. */
  private checkSender({ mail }: AppChanges): void {
    const address = mail?.fromAddress;
    const { fromDomains } = this.config.mail;
    if (!address || fromDomains.includes(domainOf(address))) return;
    const params = { allowed: fromDomains.join(', ') };
    throw new ValidationFailedError([{ field: 'mail.from_address', code: 'domain_not_allowed', params }]);
  }

  private async showIcon({ tenantId, id, iconFileId }: App): Promise<void> {
    const icons = iconFileId ? [iconFileId] : [];
    const [problem] = (await this.images.problemsOf(tenantId, icons, 'app_icon')).values();
    if (problem) throw ValidationFailedError.of('icon_file_id', problem);
    await this.images.use(tenantId, id, 'app_icon', icons);
  }
}

/** What administrators decide about an App, with the keys of the wire. */
export function recordOf(app: App): Readonly<Record<string, unknown>> {
  return {
    ...wireOf(RECORDED, app),
    registration: wireOf(registration, app.registration),
    captcha: wireOf(captcha, app.captcha),
    upgrade: wireOf(upgrade, app.upgrade),
    mail: wireOf(mail, app.mail),
    content: wireOf(content, app.content),
  };
}
