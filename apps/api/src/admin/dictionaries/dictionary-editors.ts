import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import type { DictionaryEditor } from '@libs/content';
import { type AdminSession, type Permission, PermissionDeniedError, TenantStore } from '@libs/iam';

const GLOBAL_RIGHT: Permission = 'dictionaries.global';

/** Administrators as editors of dictionaries, with what those have to know of Apps and tenants. */
@Injectable()
export class DictionaryEditors {
  constructor(
    private readonly apps: ManagedApps,
    private readonly tenants: TenantStore,
  ) {}

  of({ tenantId, permissions }: AdminSession): DictionaryEditor {
    return {
      tenantId,
      expectGlobalRight: () => {
        if (!permissions.has(GLOBAL_RIGHT)) {
          throw new PermissionDeniedError({ extra: { required_permission: GLOBAL_RIGHT } });
        }
      },
      ownerOfGlobal: () => this.tenants.platformId(),
      defaultLocaleOf: async (appId) => (await this.apps.findForShare(tenantId, appId))?.defaultLocale ?? null,
    };
  }
}
