import { field } from '@libs/kernel';
import {
  KNOWN_SETTINGS,
  type KnownSetting,
  SETTING_SCOPES,
  SETTING_STATUSES,
  SETTING_VALUE_TYPES,
} from '@libs/operations';
import { answer } from '../../http/answers/answer';
import { Answer, ANY_JSON, SCALAR_OR_NULL } from '../../http/answers/answer-fields';
import { pageOf } from '../common/admin-responses.dto';

export class AdminSettingResponse extends answer({
  id: field.uuid(),
  key: field.text().about('Unique within the App, the tenant or the global scope').example('company.support_phone'),
  value: field
    .schema<unknown>(ANY_JSON)
    .about('A value of the given `value_type`; `********` for a secret')
    .example('+86 571 8888 8888'),
  valueType: field.one('SettingValueType', SETTING_VALUE_TYPES),
  scope: field.one('SettingScope', SETTING_SCOPES).example('tenant'),
  appId: field.uuid().nullable().about('The App of a setting with the scope `app`, else null').example(null),
  isPublic: field
    .flag()
    .about('Whether clients can read the setting in their configuration while it is global and active')
    .example(false),
  isSecret: field.flag().about('Whether the value is a secret: encrypted, never shown and never public').example(false),
  status: field
    .one('SettingStatus', SETTING_STATUSES)
    .about('A disabled setting has no effect, as if it did not exist'),
  description: field.text().nullable().about('Note for administrators').example('Shown under “Contact us”'),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

export class AdminSettingListResponse extends pageOf(AdminSettingResponse) {}

export class AdminKnownSettingResponse extends answer({
  key: field.text().example('sms.daily_budget'),
  valueType: field.one('SettingValueType', SETTING_VALUE_TYPES).example('number'),
  scopes: field
    .some('SettingScope', SETTING_SCOPES)
    .about('Scopes in which the service looks for the setting, the most specific first'),
  minimum: field
    .integer(0)
    .nullable()
    .about('The least permitted integer; null if the value is not a number')
    .example(0),
  maximum: field
    .integer(0)
    .nullable()
    .about('The greatest permitted integer; null if the value is not a number')
    .example(1_000_000_000),
  format: field
    .text()
    .nullable()
    .about('Format of the value: `time_zone` for the IANA name of a time zone; null for any')
    .example(null),
  default: field
    .schema<string | number | boolean | null>(SCALAR_OR_NULL)
    .about('The value used if the setting does not exist; null if `description` says it')
    .example(1_000),
  requiredPermission: field
    .text()
    .about('The permission required to set the setting; the scope global always requires `settings.global`')
    .example('settings.global'),
  description: field.text().example('How many codes an App sends by SMS in a day; 0 sends none'),
}) {
  constructor(known: KnownSetting) {
    super({
      ...known,
      minimum: known.range?.min ?? null,
      maximum: known.range?.max ?? null,
      format: known.format ?? null,
      requiredPermission: known.isLimit ? 'settings.global' : 'settings.write',
    });
  }
}

/** The whole catalogue. */
export class AdminKnownSettingListResponse {
  @Answer.ListOf(() => AdminKnownSettingResponse)
  readonly items: readonly AdminKnownSettingResponse[] = KNOWN_SETTINGS.map(
    (known) => new AdminKnownSettingResponse(known),
  );
}
