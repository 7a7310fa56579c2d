import { Inject, Injectable } from '@nestjs/common';
import { AppDirectory, type AppSender, senderOf, startupAssetUrl } from '@libs/apps';
import { CONFIG, type Config } from '@libs/foundation';
import { TenantDirectory } from '@libs/iam';
import type { SupportedLocale } from '@libs/kernel';
import type { NotificationScope } from '../../domain/notification-scope';

/** An App as it presents itself to those who get something from it. */
export interface DeliveringApp {
  readonly name: string;
  readonly defaultLocale: SupportedLocale;
  readonly iconUrl: string | null;
  /** Who its mails are from. */
  readonly sender: AppSender;
}

@Injectable()
export class DeliveringApps {
  constructor(
    private readonly apps: AppDirectory,
    private readonly tenants: TenantDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null while it, or its tenant, is disabled, and once it is deleted: then nothing leaves. */
  async find({ tenantId, appId }: NotificationScope): Promise<DeliveringApp | null> {
    const app = await this.apps.findAvailable(appId);
    if (app?.tenantId !== tenantId || !(await this.tenants.isActive(tenantId))) return null;
    const { name, defaultLocale, iconFileId } = app;
    return {
      name,
      defaultLocale,
      iconUrl: iconFileId ? startupAssetUrl(this.config.publicBaseUrl, appId, iconFileId) : null,
      sender: senderOf(app),
    };
  }
}
