import { randomBytes } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { AppsService } from '@libs/apps';
import { PageRenderings } from '@libs/content';
import { CONFIG, type Config } from '@libs/foundation';
import { parseEmailAddress, RolesService, TenantsService } from '@libs/iam';
import { RegionImport } from '@libs/regions';

/** Names the advisory lock under which one process at a time seeds a database. */
export const SEED_LOCK = 727_002;

export const DEFAULT_TENANT_CODE = 'default';

/** What a newcomer needs to know. The password is told once, by the start that made it. */
export interface Seeded {
  readonly tenantId: string;
  readonly appId: string;
  readonly admin: { readonly email: string; readonly generatedPassword: string | null } | null;
}

/**
 * Puts into an empty database what an installation cannot do without, and at every later start what is missing of it.
 * One process at a time: its callers hold a lock.
 */
@Injectable()
export class Seed {
  constructor(
    private readonly tenants: TenantsService,
    private readonly roles: RolesService,
    private readonly apps: AppsService,
    private readonly regions: RegionImport,
    private readonly renderings: PageRenderings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async run(): Promise<Seeded> {
    await this.regions.ensureImported();
    const tenant =
      (await this.tenants.findByCode(DEFAULT_TENANT_CODE)) ??
      (await this.tenants.createPlatform(DEFAULT_TENANT_CODE, 'Default tenant'));
    await this.roles.syncBuiltIn();
    const app =
      (await this.apps.findDefault(tenant.id)) ??
      (await this.apps.create(tenant.id, {
        name: 'Default App',
        appType: 'uni_app',
        defaultLocale: 'zh-CN',
        supportedLocales: ['zh-CN', 'zh-TW', 'en-US', 'ja-JP'],
        isDefault: true,
      }));
    // As far as the versions of the program before this one have published without.
    await this.renderings.renderMissing();
    return { tenantId: tenant.id, appId: app.id, admin: await this.ensureAdministrator(tenant.id) };
  }

  private async ensureAdministrator(tenantId: string): Promise<Seeded['admin']> {
    const { email: configured, password: configuredPassword } = this.config.bootstrapAdmin;
    const email = configured ? parseEmailAddress(configured) : null;
    if (!email || (await this.tenants.hasOwner(tenantId))) return null;
    const password = configuredPassword ?? randomBytes(15).toString('base64url');
    await this.tenants.createAdministrator(tenantId, {
      email,
      password,
      displayName: 'Administrator',
      locale: null,
      roles: ['owner', 'platform_admin'],
    });
    return { email, generatedPassword: configuredPassword ? null : password };
  }
}
