import type { ListPage } from '@libs/kernel';
import {
  KNOWN_SETTINGS,
  type KnownSetting,
  type ManagedSetting,
  SETTING_SCOPES,
  SETTING_STATUSES,
  SETTING_VALUE_TYPES,
  type SettingScope,
  type SettingStatus,
  type SettingValueType,
} from '@libs/operations';
import type { Permission } from '@libs/iam';
import { Answer, ANY_JSON, SCALAR_OR_NULL } from '../../http/answers/answer-fields';
import type { PageQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

export class AdminSettingResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({
    description: 'Unique within the App, the tenant or the global scope',
    example: 'company.support_phone',
  })
  readonly key: string;

  @Answer.Schema(ANY_JSON, {
    description: 'A value of the given `value_type`; `********` for a secret',
    example: '+86 571 8888 8888',
  })
  readonly value: unknown;

  @Answer.OneOf('SettingValueType', SETTING_VALUE_TYPES)
  readonly value_type: SettingValueType;

  @Answer.OneOf('SettingScope', SETTING_SCOPES, { example: 'tenant' })
  readonly scope: SettingScope;

  @Answer.Uuid({ nullable: true, description: 'The App of a setting with the scope `app`, else null', example: null })
  readonly app_id: string | null;

  @Answer.Flag({
    description: 'Whether clients can read the setting in their configuration while it is global and active',
    example: false,
  })
  readonly is_public: boolean;

  @Answer.Flag({
    description: 'Whether the value is a secret: encrypted, never shown and never public',
    example: false,
  })
  readonly is_secret: boolean;

  @Answer.OneOf('SettingStatus', SETTING_STATUSES, {
    description: 'A disabled setting has no effect, as if it did not exist',
  })
  readonly status: SettingStatus;

  @Answer.Text({ nullable: true, description: 'Note for administrators', example: 'Shown under “Contact us”' })
  readonly description: string | null;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(setting: ManagedSetting) {
    this.id = setting.id;
    this.key = setting.key;
    this.value = setting.value;
    this.value_type = setting.valueType;
    this.scope = setting.scope;
    this.app_id = setting.appId;
    this.is_public = setting.isPublic;
    this.is_secret = setting.isSecret;
    this.status = setting.status;
    this.description = setting.description;
    this.lock_version = setting.lockVersion;
    this.created_at = setting.createdAt.toISOString();
    this.updated_at = setting.updatedAt.toISOString();
  }
}

export class AdminSettingListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminSettingResponse)
  readonly items: readonly AdminSettingResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<ManagedSetting>) {
    super(query, total);
    this.items = items.map((setting) => new AdminSettingResponse(setting));
  }
}

export class AdminKnownSettingResponse {
  @Answer.Text({ example: 'sms.daily_budget' })
  readonly key: string;

  @Answer.OneOf('SettingValueType', SETTING_VALUE_TYPES, { example: 'number' })
  readonly value_type: SettingValueType;

  @Answer.SomeOf('SettingScope', SETTING_SCOPES, {
    description: 'Scopes in which the service looks for the setting, the most specific first',
  })
  readonly scopes: readonly SettingScope[];

  @Answer.Integer({
    min: 0,
    nullable: true,
    description: 'The least permitted integer; null if the value is not a number',
    example: 0,
  })
  readonly minimum: number | null;

  @Answer.Integer({
    min: 0,
    nullable: true,
    description: 'The greatest permitted integer; null if the value is not a number',
    example: 1_000_000_000,
  })
  readonly maximum: number | null;

  @Answer.Text({
    nullable: true,
    description: 'Format of the value: `time_zone` for the IANA name of a time zone; null for any',
    example: null,
  })
  readonly format: string | null;

  @Answer.Schema(SCALAR_OR_NULL, {
    description: 'The value used if the setting does not exist; null if `description` says it',
    example: 1_000,
  })
  readonly default: string | number | boolean | null;

  @Answer.Text({
    description: 'The permission required to set the setting; the scope global always requires `settings.global`',
    example: 'settings.global',
  })
  readonly required_permission: Permission;

  @Answer.Text({ example: 'How many codes an App sends by SMS in a day; 0 sends none' })
  readonly description: string;

  constructor(known: KnownSetting) {
    this.key = known.key;
    this.value_type = known.valueType;
    this.scopes = known.scopes;
    this.minimum = known.range?.min ?? null;
    this.maximum = known.range?.max ?? null;
    this.format = known.format ?? null;
    this.default = known.default;
    this.required_permission = known.isLimit ? 'settings.global' : 'settings.write';
    this.description = known.description;
  }
}

/** The whole catalogue. */
export class AdminKnownSettingListResponse {
  @Answer.ListOf(() => AdminKnownSettingResponse)
  readonly items: readonly AdminKnownSettingResponse[] = KNOWN_SETTINGS.map(
    (known) => new AdminKnownSettingResponse(known),
  );
}
