import { Injectable } from '@nestjs/common';
import { columnsOf, Database } from '@libs/foundation';
import type { App } from '../domain/app';
import { AppSchema } from './app.schema';

const FIELDS = ['id', 'tenantId', 'name', 'status', 'defaultLocale', 'supportedLocales'] as const;

/** An App in an administrator's path, in any status, as far as the resources below it need it. */
export type ManagedApp = Pick<App, (typeof FIELDS)[number]>;

const SELECT = `SELECT ${columnsOf(AppSchema, 'apps', FIELDS)} FROM apps`;

@Injectable()
export class ManagedApps {
  constructor(private readonly database: Database) {}

  /** Null if it is deleted, another tenant's or unknown. */
  async find(tenantId: string, appId: string): Promise<ManagedApp | null> {
    const [app] = await this.database.read<ManagedApp>(
      tenantId,
      `${SELECT} WHERE tenant_id = $1 AND id = $2 AND deleted_at IS NULL`,
      [tenantId, appId],
    );
    return app ?? null;
  }

  /**
   * The App of any tenant, for operators of the installation. Null if it is deleted or unknown.
   *
   * @param by its own id, a uuid, or its id at DCloud.
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
