import { field } from '@libs/kernel';
import {
  type ChannelChanges,
  type NotificationPreferenceChanges,
  quietHours,
  type StoredPreferences,
  type TypeChanges,
} from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { checkTimeZone } from '../../http/fields/field-checks';
import { Checked } from '../../http/fields/fields';
import { newRequest } from '../../http/fields/request';

const choice = field.flag().nullable().optional();

/** Null resets a field to its default. */
export class MobileNotificationChannelsRequest extends newRequest({
  in_app: choice.about('Can be false only for marketing'),
  push: choice.about('Cannot be false for security'),
  email: choice.about('Cannot be false for security'),
}) {}

const choices = field
  .json<ChannelChanges>()
  .nullable()
  .optional()
  .told(() => MobileNotificationChannelsRequest);

export class MobileNotificationTypesRequest extends newRequest({
  notice: choices,
  system: choices,
  private: choices,
  marketing: choices,
  security: choices,
}) {}

export class MobileQuietHoursRequest extends newRequest(quietHours, {
  timeZone: (options) => Checked(checkTimeZone, { type: 'string', maxLength: 64 }, options),
}) {}

export class MobileNotificationPreferencesUpdateRequest extends newRequest({
  channels: field
    .json<TypeChanges>()
    .nullable()
    .optional()
    .about('An absent field keeps its value')
    .told(() => MobileNotificationTypesRequest),
  quietHours: field
    .json<NonNullable<NotificationPreferenceChanges['quietHours']>>()
    .nullable()
    .optional()
    .about('An absent field keeps its value')
    .told(() => MobileQuietHoursRequest),
}) {}

class MobileNotificationChannelsResponse extends answer({
  in_app: field.flag(),
  push: field.flag(),
  email: field.flag(),
}) {}

class MobileNotificationTypesResponse extends answer({
  notice: field.nested(() => MobileNotificationChannelsResponse).about('Notices, which always come into the inbox'),
  system: field.nested(() => MobileNotificationChannelsResponse),
  private: field.nested(() => MobileNotificationChannelsResponse),
  marketing: field
    .nested(() => MobileNotificationChannelsResponse)
    .about('Marketing messages, disabled until the member opts in'),
  security: field.nested(() => MobileNotificationChannelsResponse).about('Security messages, which cannot be disabled'),
}) {}

class MobileQuietHoursResponse extends answer({
  ...quietHours,
  start: field.text().example('22:00'),
  end: field.text().example('08:00'),
  timeZone: field
    .text()
    .about('IANA time zone of the quiet hours: if none was set, that of the preferences, else UTC')
    .example('UTC'),
}) {
  constructor({ preferences, userTimeZone }: StoredPreferences) {
    const { timeZone } = preferences.quietHours;
    super({ ...preferences.quietHours, timeZone: timeZone ?? userTimeZone ?? 'UTC' });
  }
}

export class MobileNotificationPreferencesResponse extends answer({
  channels: field.nested(() => MobileNotificationTypesResponse),
  quietHours: field
    .nested(() => MobileQuietHoursResponse)
    .about('Hours in which pushes and emails are delayed; the inbox is not'),
}) {
  constructor(stored: StoredPreferences) {
    super({ channels: stored.preferences.channels, quietHours: stored });
  }
}
