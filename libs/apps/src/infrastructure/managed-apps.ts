import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { App } from '../domain/app';
import { AppSchema } from './app.schema';

const FIELDS = ['id', 'tenantId', 'name', 'status', 'defaultLocale', 'supportedLocales'] as const;

/** An App that an administrator manages, in whatever status, as far as what stands below it in a path must know. */
export type ManagedApp = Pick<App, (typeof FIELDS)[number]>;

const SELECT = `SELECT ${columnsOf(AppSchema, 'apps', FIELDS)} FROM apps`;

@Injectable()
export class ManagedApps {
  constructor(private readonly database: Database) {}

  /** Null for what is deleted, another tenant's or unknown. */
  async find(tenantId: string, appId: string): Promise<ManagedApp | null> {
    const [app] = await this.database.read<ManagedApp>(
      tenantId,
      `${SELECT} WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [tenantId, appId],
    );
    return app ?? null;
  }

  /**
   * The App of whichever tenant, for those who run the installation. Null for what is deleted or unknown.
   *
   * @param by its own id, a uuid, or the one that DCloud gave it.
   */
  async findAnywhere(by: { readonly id: string } | { readonly dcloudAppid: string }): Promise<ManagedApp | null> {
    const [column, value] = 'id' in by ? ['id', by.id] : ['dcloud_appid', by.dcloudAppid];
    const [app] = await this.database.readAsSystem<ManagedApp>(
      `${SELECT} WHERE ${column} = $1 AND deleted_at IS NULL`,
      [value],
    );
    return app ?? null;
  }
}
