import { randomBytes } from 'node:crypto';
import { type INestApplicationContext, Inject, Injectable } from '@nestjs/common';
import { AppsService } from '@libs/apps';
import { ArticleRenderings, PageRenderings } from '@libs/content';
import { CONFIG, type Config, type Runtime, withAdvisoryLock } from '@libs/foundation';
import { DEFAULT_TENANT_CODE, parseEmailAddress, RolesService, TenantsService } from '@libs/iam';
import { RegionImport } from '@libs/regions';

/** Names the advisory lock under which one process at a time seeds a database. */
const SEED_LOCK = 727_002;

/** What a newcomer needs to know. */
export interface Introduction {
  readonly appId: string;
  /** The address of the account and a password made just now, as long as nobody has used the account. */
  readonly admin: { readonly email: string; readonly password: string } | null;
}

/** Seeds the database, one process at a time. @returns the id of the default App. */
export function seed(app: INestApplicationContext, { listenUrl, wait }: Runtime): Promise<string> {
  return wait.during('seeding', () => withAdvisoryLock(listenUrl, SEED_LOCK, () => app.get(Seed).run()));
}

/**
 * Fills an empty database with what an installation cannot do without, and adds at every later start what is missing,
 * such as after a start that was cut short.
 */
@Injectable()
export class Seed {
  constructor(
    private readonly tenants: TenantsService,
    private readonly roles: RolesService,
    private readonly apps: AppsService,
    private readonly regions: RegionImport,
    private readonly pages: PageRenderings,
    private readonly articles: ArticleRenderings,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  /** @returns the id of the default App. */
  async run(): Promise<string> {
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
    // Renders what earlier versions of the program published without a rendering.
    await this.pages.renderMissing();
    await this.articles.renderMissing();
    await this.ensureAdministrator(tenant.id);
    return app.id;
  }

  /**
   * Makes a new password for the first administrator until somebody has used the account, so that a password that was
   * never seen or got lost does no harm. Null where there is nothing to introduce.
   */
  async introduce(): Promise<Introduction | null> {
    const tenant = await this.tenants.findByCode(DEFAULT_TENANT_CODE);
    const app = tenant && (await this.apps.findDefault(tenant.id));
    if (!app) return null;
    const email = this.bootstrapEmail();
    if (!email || this.config.bootstrapAdmin.password) return { appId: app.id, admin: null };
    const password = newPassword();
    const isNew = await this.tenants.replaceUnusedPassword(tenant.id, email, password);
    return { appId: app.id, admin: isNew ? { email, password } : null };
  }

  /** A password that is not configured is shown to nobody: `introduce` makes another one. */
  private async ensureAdministrator(tenantId: string): Promise<void> {
    const email = this.bootstrapEmail();
    if (!email || (await this.tenants.hasOwner(tenantId))) return;
    const password = this.config.bootstrapAdmin.password ?? newPassword();
    await this.tenants.createAdministrator(tenantId, {
      email,
      password,
      displayName: 'Administrator',
      locale: null,
      roles: ['owner', 'platform_admin'],
    });
  }

  private bootstrapEmail(): string | null {
    const { email } = this.config.bootstrapAdmin;
    return email ? parseEmailAddress(email) : null;
  }
}

function newPassword(): string {
  return randomBytes(15).toString('base64url');
}
