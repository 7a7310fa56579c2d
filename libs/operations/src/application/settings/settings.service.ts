import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  but,
  expectVersion,
  Outbox,
  ResourceNotFoundError,
  type SupportedLocale,
  Transactions,
  ValidationFailedError,
  VersionedChanges,
  wireOf,
} from '@libs/kernel';
import { isLimit, REQUIRE_ADMIN_MFA } from '../../domain/settings/known-settings';
import { Setting } from '../../domain/settings/setting';
import { AdminMfaRequirementChanged } from '../../domain/settings/setting.events';
import {
  type NewSetting,
  setting as fields,
  SETTING_MASK,
  type SettingChanges,
  type SettingScope,
} from '../../domain/settings/setting-fields';
import { SettingRepository } from '../../domain/settings/setting.repository';
import { expectRoom } from '../../domain/settings/setting-usage';
import { managedSetting, ManagedSettings, type ManagedSetting } from '../../infrastructure/settings/managed-settings';
import { SettingSecrets } from '../../infrastructure/settings/setting-secrets';

/** All that administrators decide; of a secret `value` has the mask. */
const RECORDED = but(fields, 'tenantId', 'id', 'secretValue', 'lockVersion', 'createdAt', 'updatedAt', 'updatedBy');

/** The administrator who edits a setting, and what the service must know from other contexts. */
export interface SettingEditor {
  readonly tenantId: string;
  /** Whether the editor may change global settings and limits of tenants, and so sees all global settings. */
  readonly isGlobal: boolean;
  /** The locale of the request, for mails to owners without a preferred locale. */
  readonly locale: SupportedLocale;
  /** @throws unless `isGlobal`. */
  expectGlobal(): void;
  /** @throws when the editor has not signed in with a second factor. */
  expectSecondFactor(): Promise<void>;
  /**
   * Whether the App exists in the editor's tenant and is not deleted. The answer holds until the current transaction ends.
   */
  hasApp(appId: string): Promise<boolean>;
}

@Injectable()
export class SettingsService {
  private readonly changes: VersionedChanges<Setting, ManagedSetting>;

  constructor(
    private readonly transactions: Transactions,
    private readonly settings: SettingRepository,
    private readonly managed: ManagedSettings,
    private readonly secrets: SettingSecrets,
    private readonly outbox: Outbox,
    audit: AuditTrail,
  ) {
    this.changes = new VersionedChanges(audit, {
      type: 'setting',
      save: (setting) => settings.save(setting),
      see: managedSetting,
      record: recordOf,
    });
  }

  /**
   * @throws the errors of the editor, for global settings, limits and the second factor of administrators.
   * @throws ValidationFailedError for an unknown App, and the errors of `Setting`.
   * @throws SettingLimitError, SettingSizeError, ResourceConflictError when the key exists in the scope.
   */
  async create(editor: SettingEditor, input: NewSetting): Promise<ManagedSetting> {
    await this.expectRight(editor, input);
    const tenantId = input.scope === 'global' ? null : editor.tenantId;
    return this.inPlace(tenantId, async () => {
      const { appId } = input;
      if (appId !== null && !(await editor.hasApp(appId))) throw ValidationFailedError.of('app_id', 'unknown_app');
      const setting = new Setting(tenantId, input, this.secrets.seal);
      await this.withinRoom(tenantId, () => this.settings.add(setting));
      const added = await this.changes.added(setting);
      await this.announce(editor, false, setting);
      return added;
    });
  }

  /**
   * @throws ResourceNotFoundError, VersionConflictError, the errors of the editor as in `create`
   * @throws ResourceImmutableFieldError, ValidationFailedError, SettingSizeError
   */
  async update(
    editor: SettingEditor,
    id: string,
    lockVersion: number,
    changes: SettingChanges,
  ): Promise<ManagedSetting> {
    const { tenantId, appId } = await this.placeOf(editor, id);
    return this.inPlace(tenantId, async () => {
      if (appId !== null && !(await editor.hasApp(appId))) throw new ResourceNotFoundError();
      return this.withinRoom(tenantId, async () => {
        const setting = await this.settings.getForUpdate(tenantId, id);
        expectVersion(setting, lockVersion);
        const { secretValue, requiresAdminMfa } = setting;
        const before = recordOf(managedSetting(setting));
        setting.update(changes, this.secrets.seal);
        await this.settings.save(setting);
        const after = managedSetting(setting);
        const isReplaced = setting.secretValue !== secretValue;
        this.changes.record(setting, ...withReplacement(before, recordOf(after), isReplaced));
        await this.announce(editor, requiresAdminMfa, setting);
        return after;
      });
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError, the errors of the editor as in `create` */
  async delete(editor: SettingEditor, id: string, lockVersion: number): Promise<void> {
    const { tenantId } = await this.placeOf(editor, id);
    await this.inPlace(tenantId, async () => {
      const setting = await this.settings.getForUpdate(tenantId, id);
      await this.changes.delete(setting, lockVersion, () => this.settings.remove(setting));
      await this.announce(editor, setting.requiresAdminMfa, null);
    });
  }

  private async placeOf(editor: SettingEditor, id: string): Promise<Pick<Setting, 'tenantId' | 'appId'>> {
    const place = await this.managed.placeOf(editor, id);
    await this.expectRight(editor, place);
    return place;
  }

  private async expectRight(
    editor: SettingEditor,
    { scope, key }: { scope: SettingScope; key: string },
  ): Promise<void> {
    if (scope === 'global' || isLimit(key)) editor.expectGlobal();
    if (key === REQUIRE_ADMIN_MFA) await editor.expectSecondFactor();
  }

  /** Notifies the owners when the requirement of a second factor changed. @param setting null if it was deleted. */
  private async announce({ tenantId, locale }: SettingEditor, before: boolean, setting: Setting | null): Promise<void> {
    const isRequired = setting?.requiresAdminMfa ?? false;
    if (isRequired === before) return;
    const at = await this.transactions.now();
    await this.outbox.add(new AdminMfaRequirementChanged({ tenantId }, { isRequired, at, locale }));
  }

  /** A global setting belongs to no tenant; its change is recorded for the tenant that the editor acts in. */
  private inPlace<T>(tenantId: string | null, work: () => Promise<T>): Promise<T> {
    return tenantId === null ? this.transactions.runAsSystem(work) : this.transactions.run(tenantId, work);
  }

  private async withinRoom<T>(tenantId: string | null, write: () => Promise<T>): Promise<T> {
    const before = await this.settings.lockPlace(tenantId);
    const written = await write();
    expectRoom(before, await this.settings.usage(tenantId));
    return written;
  }
}

type SettingRecord = Readonly<Record<string, unknown>>;

/** With a mask in place of a secret. */
function recordOf(seen: ManagedSetting): SettingRecord {
  return wireOf(RECORDED, seen);
}

/**
 * The same before and after a change. What becomes a secret is not told as it was before; of a secret only whether
 * another took its place.
 */
function withReplacement(
  before: SettingRecord,
  after: SettingRecord,
  isReplaced: boolean,
): [SettingRecord, SettingRecord] {
  if (!after['is_secret']) return [before, after];
  return [
    { ...before, value: SETTING_MASK, value_replaced: false },
    { ...after, value_replaced: isReplaced },
  ];
}
