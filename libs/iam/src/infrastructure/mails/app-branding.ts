import { Inject, Injectable } from '@nestjs/common';
import { AppDirectory, type AppSender, senderOf, startupAssetUrl } from '@libs/apps';
import { CONFIG, type Config } from '@libs/foundation';

/** How an App presents itself in a mail. */
export interface Branding {
  readonly name: string;
  readonly iconUrl: string | null;
  /** Who mail in its name is from. */
  readonly sender: AppSender;
}

@Injectable()
export class AppBranding {
  constructor(
    private readonly apps: AppDirectory,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** Null when the App is no longer available: then nothing is sent. */
  async find(tenantId: string, appId: string): Promise<Branding | null> {
    const app = await this.apps.findAvailable(appId);
    if (app?.tenantId !== tenantId) return null;
    const iconUrl = app.iconFileId ? startupAssetUrl(this.config.publicBaseUrl, app.id, app.iconFileId) : null;
    return { name: app.name, iconUrl, sender: senderOf(app) };
  }
}
