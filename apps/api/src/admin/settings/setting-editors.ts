import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import { type AdminSession, type Permission, PermissionDeniedError } from '@libs/iam';
import type { SettingEditor } from '@libs/operations';

const GLOBAL_RIGHT: Permission = 'settings.global';

/** Administrators as editors of settings, with what those have to know of Apps. */
@Injectable()
export class SettingEditors {
  constructor(private readonly apps: ManagedApps) {}

  of({ tenantId, permissions }: AdminSession): SettingEditor {
    const isGlobal = permissions.has(GLOBAL_RIGHT);
    return {
      tenantId,
      isGlobal,
      expectGlobal: () => {
        if (!isGlobal) throw new PermissionDeniedError({ extra: { required_permission: GLOBAL_RIGHT } });
      },
      hasApp: async (appId) => (await this.apps.findForShare(tenantId, appId)) !== null,
    };
  }
}
