import { field } from '@libs/kernel';
import type {
  Channel,
  ChannelSwitches,
  MessageType,
  NotificationPreferenceChanges,
  StoredPreferences,
} from '@libs/notifications';
import { answer } from '../../http/answers/answer';
import { Answer } from '../../http/answers/answer-fields';
import { checkTimeZone } from '../../http/fields/field-checks';
import { Checked, Flag, Nested, Text } from '../../http/fields/fields';

const TIME_OF_DAY = /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/;
const OPTIONAL = { optional: true, nullable: true } as const;

/** Null resets a field to its default. */
export class MobileNotificationChannelsRequest implements Partial<Record<Channel, boolean | null>> {
  @Flag({ ...OPTIONAL, description: 'Can be false only for marketing' })
  readonly in_app?: boolean | null;

  @Flag({ ...OPTIONAL, description: 'Cannot be false for security' })
  readonly push?: boolean | null;

  @Flag({ ...OPTIONAL, description: 'Cannot be false for security' })
  readonly email?: boolean | null;
}

export class MobileNotificationTypesRequest implements Partial<
  Record<MessageType, MobileNotificationChannelsRequest | null>
> {
  @Nested(() => MobileNotificationChannelsRequest, OPTIONAL)
  readonly system?: MobileNotificationChannelsRequest | null;

  @Nested(() => MobileNotificationChannelsRequest, OPTIONAL)
  readonly private?: MobileNotificationChannelsRequest | null;

  @Nested(() => MobileNotificationChannelsRequest, OPTIONAL)
  readonly marketing?: MobileNotificationChannelsRequest | null;

  @Nested(() => MobileNotificationChannelsRequest, OPTIONAL)
  readonly security?: MobileNotificationChannelsRequest | null;
}

export class MobileQuietHoursRequest {
  @Flag({ ...OPTIONAL, example: true })
  readonly enabled?: boolean | null;

  @Text(
    { min: 5, max: 5, pattern: TIME_OF_DAY, patternCode: 'not_time_of_day' },
    { ...OPTIONAL, description: 'Start of the quiet hours, HH:MM', example: '22:00' },
  )
  readonly start?: string | null;

  @Text(
    { min: 5, max: 5, pattern: TIME_OF_DAY, patternCode: 'not_time_of_day' },
    {
      ...OPTIONAL,
      description: 'End of the quiet hours, HH:MM; on the next day if before the start',
      example: '08:00',
    },
  )
  readonly end?: string | null;

  @Checked(
    checkTimeZone,
    { type: 'string', maxLength: 64 },
    {
      ...OPTIONAL,
      description: 'IANA time zone of the quiet hours; null for the time zone of the preferences',
      example: 'Asia/Shanghai',
    },
  )
  readonly time_zone?: string | null;
}

export class MobileNotificationPreferencesUpdateRequest {
  @Nested(() => MobileNotificationTypesRequest, { ...OPTIONAL, description: 'An absent field keeps its value' })
  readonly channels?: MobileNotificationTypesRequest | null;

  @Nested(() => MobileQuietHoursRequest, { ...OPTIONAL, description: 'An absent field keeps its value' })
  readonly quiet_hours?: MobileQuietHoursRequest | null;

  toChanges(): NotificationPreferenceChanges {
    const { channels, quiet_hours: quiet } = this;
    return {
      channels,
      quietHours: quiet && { enabled: quiet.enabled, start: quiet.start, end: quiet.end, timeZone: quiet.time_zone },
    };
  }
}

class MobileNotificationChannelsResponse extends answer({
  inApp: field.flag(),
  push: field.flag(),
  email: field.flag(),
}) {
  constructor({ in_app, push, email }: ChannelSwitches) {
    super({ push, email, inApp: in_app });
  }
}

class MobileNotificationTypesResponse extends answer({
  system: field.nested(() => MobileNotificationChannelsResponse),
  private: field.nested(() => MobileNotificationChannelsResponse),
  marketing: field
    .nested(() => MobileNotificationChannelsResponse)
    .about('Marketing messages, disabled until the member opts in'),
  security: field.nested(() => MobileNotificationChannelsResponse).about('Security messages, which cannot be disabled'),
}) {}

class MobileQuietHoursResponse {
  @Answer.Flag({ example: false })
  readonly enabled: boolean;

  @Answer.Text({ example: '22:00' })
  readonly start: string;

  @Answer.Text({ example: '08:00' })
  readonly end: string;

  @Answer.Text({
    description: 'IANA time zone of the quiet hours: if none was set, that of the preferences, else UTC',
    example: 'UTC',
  })
  readonly time_zone: string;

  constructor({ preferences, userTimeZone }: StoredPreferences) {
    const { enabled, start, end, timeZone } = preferences.quietHours;
    this.enabled = enabled;
    this.start = start;
    this.end = end;
    this.time_zone = timeZone ?? userTimeZone ?? 'UTC';
  }
}

export class MobileNotificationPreferencesResponse extends answer({
  channels: field.nested(() => MobileNotificationTypesResponse),
  quietHours: field
    .nested(() => MobileQuietHoursResponse)
    .about('Hours in which pushes and emails are delayed; the inbox is not'),
}) {
  constructor(stored: StoredPreferences) {
    super({ ...stored, channels: stored.preferences.channels, quietHours: stored });
  }
}
