import { Injectable } from '@nestjs/common';
import { ChangeFeed, columnsOf, Database, InvalidatedCache } from '@libs/foundation';
import type { App } from '../domain/app';
import { AppSchema } from './app.schema';

const FIELDS = ['id', 'tenantId', 'name', 'status', 'defaultLocale', 'supportedLocales', 'registration'] as const;

/** An App in an administrator's path, in any status, as far as the resources below it need it. */
export type ManagedApp = Pick<App, (typeof FIELDS)[number]>;

const SELECT = `SELECT ${columnsOf(AppSchema, 'apps', FIELDS)} FROM apps`;
const SELECT_OF_TENANT = `${SELECT} WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`;

const MAX_BYTES = 4 * 1024 * 1024;
const BYTES_PER_CHARACTER = 2;
const BYTES_BESIDE_THE_TEXT = 1_000;

@Injectable()
export class ManagedApps {
  private readonly apps: InvalidatedCache<ManagedApp>;

  constructor(
    private readonly database: Database,
    feed: ChangeFeed,
  ) {
    this.apps = new InvalidatedCache(feed, {
      subject: 'app',
      maxBytes: MAX_BYTES,
      sizeOf: (app) => BYTES_BESIDE_THE_TEXT + JSON.stringify(app).length * BYTES_PER_CHARACTER,
    });
  }

  /** From memory if possible. Null if it is deleted, another tenant's or unknown. @param appId a uuid in lower case. */
  find(tenantId: string, appId: string): Promise<ManagedApp | null> {
    return this.apps.get(appId, tenantId, () => this.read(tenantId, appId));
  }

  /** The same from the database: the App stays as it is until the current transaction is over. */
  async findForShare(tenantId: string, appId: string): Promise<ManagedApp | null> {
    return this.database.queryOne<ManagedApp>(`${SELECT_OF_TENANT} FOR SHARE`, [tenantId, appId]);
  }

  /** Those of the ids that are Apps of the tenant, in any status. */
  async existing(tenantId: string, appIds: readonly string[]): Promise<ReadonlySet<string>> {
    const rows = await this.database.read<{ id: string }>(
      tenantId,
      'SELECT id FROM apps WHERE tenant_id = $1 AND id = ANY ($2::uuid[]) AND deleted_at IS NULL',
      [tenantId, appIds],
    );
    return new Set(rows.map(({ id }) => id));
  }

  private async read(tenantId: string, appId: string): Promise<ManagedApp | null> {
    return this.database.readOne<ManagedApp>(tenantId, SELECT_OF_TENANT, [tenantId, appId]);
  }

  /** How many Apps each tenant has; those without any are left out. @param tenantId null for all. */
  async countsByTenant(tenantId: string | null): Promise<ReadonlyMap<string, number>> {
    const rows = await this.database.readAsSystem<{ tenant_id: string; apps: number }>(
      `SELECT tenant_id, count(*)::integer AS apps FROM apps
        WHERE deleted_at IS NULL AND ($1::uuid IS NULL OR tenant_id = $1) GROUP BY 1`,
      [tenantId],
    );
    return new Map(rows.map(({ tenant_id, apps }) => [tenant_id, apps]));
  }

  /**
   * The App of any tenant, for operators of the installation. Null if it is deleted or unknown.
   *
   * @param by its own id, a uuid, or its id at DCloud.
   */
  async findAnywhere(by: { readonly id: string } | { readonly dcloudAppid: string }): Promise<ManagedApp | null> {
    const [column, value] = 'id' in by ? ['id', by.id] : ['dcloud_appid', by.dcloudAppid];
    return this.database.readOneAsSystem<ManagedApp>(`${SELECT} WHERE ${column} = $1 AND deleted_at IS NULL`, [value]);
  }
}
