import { Injectable } from '@nestjs/common';
import { ManagedApps } from '@libs/apps';
import {
  type AdminSession,
  type Client,
  MfaRequiredError,
  type Permission,
  PermissionDeniedError,
  Sessions,
} from '@libs/iam';
import type { SettingEditor, SettingReader } from '@libs/operations';

const GLOBAL_RIGHT: Permission = 'settings.global';

/** Administrators as editors of settings, with what those have to know of Apps. */
@Injectable()
export class SettingEditors {
  constructor(
    private readonly apps: ManagedApps,
    private readonly sessions: Sessions,
  ) {}

  readerOf({ tenantId, permissions }: AdminSession): SettingReader {
    return { tenantId, isGlobal: permissions.has(GLOBAL_RIGHT) };
  }

  of(admin: AdminSession, { locale }: Client): SettingEditor {
    const reader = this.readerOf(admin);
    return {
      ...reader,
      locale,
      expectGlobal: () => {
        if (!reader.isGlobal) throw new PermissionDeniedError({ extra: { required_permission: GLOBAL_RIGHT } });
      },
      expectSecondFactor: async () => {
        if (!(await this.sessions.isSignedInWithSecondFactor(admin))) throw new MfaRequiredError();
      },
      hasApp: async (appId) => (await this.apps.findForShare(reader.tenantId, appId)) !== null,
    };
  }
}
