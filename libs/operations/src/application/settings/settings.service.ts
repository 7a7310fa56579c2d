import { Injectable } from '@nestjs/common';
import {
  AuditTrail,
  expectVersion,
  only,
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

const RECORDED = only(
  fields,
  ...(['scope', 'appId', 'key', 'valueType', 'value', 'isPublic', 'isSecret', 'status', 'description'] as const),
);

/** The editor of a setting, and the facts from the context of Apps that the editor depends on. */
export interface SettingEditor {
  readonly tenantId: string;
  /** Whether the editor may change what all tenants share, and what limits one; then all global ones are seen, too. */
  readonly isGlobal: boolean;
  /** Of the request, for mails to owners who have saved none. */
  readonly locale: SupportedLocale;
  /** @throws when the editor is not. */
  expectGlobal(): void;
  /** @throws when the editor has not signed in with a second factor. */
  expectSecondFactor(): Promise<void>;
  /**
   * Whether the editor's tenant has the App; one that is deleted is gone. It stays as it is until the current transaction
   * is over.
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
   * @throws what the editor throws, for the scope global, for limits, and for the second factor of administrators.
   * @throws ValidationFailedError for an unknown App, and as `Setting`.
   * @throws SettingLimitError, SettingSizeError, ResourceConflictError when another of the scope has the key.
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
   * @throws ResourceNotFoundError; what the editor throws, as `create`; VersionConflictError
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

  /** @throws ResourceNotFoundError; what the editor throws, as `create`; VersionConflictError */
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

  /** Has the owners of the tenant told where a change counts. @param setting as it is now; null if it is gone. */
  private async announce({ tenantId, locale }: SettingEditor, before: boolean, setting: Setting | null): Promise<void> {
    const isRequired = setting?.requiresAdminMfa ?? false;
    if (isRequired === before) return;
    const at = await this.transactions.now();
    await this.outbox.add(new AdminMfaRequirementChanged({ tenantId }, { isRequired, at, locale }));
  }

  /** Global ones belong to no tenant: the record of the change belongs to the one that the editor acts in. */
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
