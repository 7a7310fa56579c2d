import { field, ValidationFailedError } from '@libs/kernel';
import {
  ManagedSettings,
  MAX_SETTING_VALUE_BYTES,
  MAX_SETTING_VALUE_DEPTH,
  type NewSetting,
  setting,
  SETTING_MASK,
  SETTING_SCOPES,
  SETTING_STATUSES,
  settingOptions,
  type SettingScope,
  type SettingStatus,
  type SettingValue,
} from '@libs/operations';
import { ANY_JSON_VALUE } from '../../http/answers/answer-fields';
import { checkJson } from '../../http/fields/field-checks';
import { Checked, OneOf, Uuid } from '../../http/fields/fields';
import { writeRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';

export class AdminSettingListQuery extends SearchQuery {
  @Sort(ManagedSettings.order)
  override readonly sort?: string;

  @Ids('settings')
  override readonly ids?: string[];

  @OneOf('SettingScope', SETTING_SCOPES, { optional: true })
  readonly scope?: SettingScope;

  @Uuid({ optional: true, description: 'Only items of this App' })
  readonly app_id?: string;

  @OneOf('SettingStatus', SETTING_STATUSES, { optional: true })
  readonly status?: SettingStatus;
}

/** For both POST and PATCH. An absent field keeps its value, or that of a new setting; null resets it to the latter. */
export class AdminSettingRequest extends writeRequest(
  {
    key: setting.key.about(
      'Never changed afterwards; unique within the App, the tenant or the global scope. The prefixes of the settings that the service itself reads are reserved for these.',
    ),
    value: field
      .schema<SettingValue>(ANY_JSON_VALUE)
      .about(
        `Also required if a secret becomes readable. A value of the given \`value_type\`, at most ${MAX_SETTING_VALUE_BYTES} bytes as JSON, ${MAX_SETTING_VALUE_DEPTH} levels deep. Replaced as a whole. \`${SETTING_MASK}\` keeps the value of a secret; it is not itself a valid value.`,
      )
      .example('+86 571 8888 8888'),
    valueType: setting.valueType.about('Never changed afterwards; `json` is any JSON'),
    scope: setting.scope.about('Never changed afterwards'),
    appId: setting.appId.about(`${setting.appId.properties.description}; never changed afterwards`),
    ...settingOptions,
  },
  { value: (options) => Checked(checkJson(MAX_SETTING_VALUE_BYTES, MAX_SETTING_VALUE_DEPTH), ANY_JSON_VALUE, options) },
) {
  /** @throws ValidationFailedError also for the scope app without an App, and an App with another scope. */
  override values(): NewSetting {
    const { appId = null, ...others } = super.values();
    if (others.scope === 'app' && appId === null) throw ValidationFailedError.of('app_id', 'required');
    if (others.scope !== 'app' && appId !== null) throw ValidationFailedError.of('app_id', 'only_for_app');
    return { ...others, appId };
  }
}
