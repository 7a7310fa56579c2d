import { but, field } from '@libs/kernel';
import { KNOWN_SETTINGS, type KnownSetting, setting, SETTING_SCOPES } from '@libs/operations';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { ANY_JSON, SCALAR_OR_NULL } from '../../http/answers/answer-fields';
import { pageOf } from '../common/admin-responses.dto';

export class AdminSettingResponse extends answer({
  ...but(setting, 'tenantId', 'secretValue'),
  updatedBy,
  value: field
    .schema<unknown>(ANY_JSON)
    .about('A value of the given `value_type`; `********` for a secret')
    .example('+86 571 8888 8888'),
}) {}

export class AdminSettingListResponse extends pageOf(AdminSettingResponse) {}

export class AdminKnownSettingResponse extends answer({
  key: field.text().example('sms.daily_budget'),
  valueType: setting.valueType.example('number'),
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
export class AdminKnownSettingListResponse extends answer({
  items: field.listOf(() => AdminKnownSettingResponse),
}) {
  constructor() {
    super({ items: KNOWN_SETTINGS });
  }
}
