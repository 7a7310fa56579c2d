import {
  changesIn,
  type ChangesOf,
  type FieldError,
  field,
  fields,
  initialOf,
  namesOf,
  ValidationFailedError,
  type ValuesOf,
} from '@libs/kernel';

export const MESSAGE_TYPES = ['system', 'private', 'marketing', 'security'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

/** What members tell apart, in their inbox and in their preferences: notices, and the types of messages. */
export const NOTIFICATION_TYPES = ['notice', ...MESSAGE_TYPES] as const;
export type NotificationType = (typeof NOTIFICATION_TYPES)[number];

export const CHANNELS = ['in_app', 'push', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The channels by which a member accepts what is of a type. */
export type ChannelSwitches = Readonly<Record<Channel, boolean>>;

/** The choices that differ from the defaults. */
export type ChannelChoices = { readonly [Type in NotificationType]?: { readonly [Key in Channel]?: boolean } };

const TIME_OF_DAY = { min: 5, pattern: /^(?:[01][0-9]|2[0-3]):[0-5][0-9]$/, patternCode: 'not_time_of_day' };

/** Push and email are held back from `start` to `end`, over midnight if the end is earlier. */
export const quietHours = fields({
  enabled: field.flag().initially(false).example(false),
  start: field.text(5, TIME_OF_DAY).initially('22:00').about('Start of the quiet hours, HH:MM').example('22:00'),
  end: field
    .text(5, TIME_OF_DAY)
    .initially('08:00')
    .about('End of the quiet hours, HH:MM; on the next day if before the start')
    .example('08:00'),
  timeZone: field
    .text(64)
    .nullable()
    .initially(null)
    .about('IANA time zone of the quiet hours; null for the time zone of the preferences')
    .example('Asia/Shanghai'),
});

/** Without a time zone they are in the user's, or else in UTC. */
export type QuietHours = ValuesOf<typeof quietHours>;

/** Null resets to the default. */
export type ChannelChanges = { readonly [Key in Channel]?: boolean | null | undefined };
export type TypeChanges = { readonly [Type in NotificationType]?: ChannelChanges | null | undefined };

/** Undefined fields stay as they are, null resets to the default, whole objects too. */
export interface NotificationPreferenceChanges {
  readonly channels?: TypeChanges | null | undefined;
  readonly quietHours?: ChangesOf<typeof quietHours> | null | undefined;
}

const AT_FIRST: Readonly<Record<NotificationType, ChannelSwitches>> = {
  notice: { in_app: true, push: true, email: true },
  system: { in_app: true, push: true, email: true },
  private: { in_app: true, push: true, email: true },
  // Until the user opts in.
  marketing: { in_app: false, push: false, email: false },
  security: { in_app: true, push: true, email: true },
};

/** Mandatory: cannot be switched off. */
const FIXED: Readonly<Record<NotificationType, readonly Channel[]>> = {
  notice: ['in_app'],
  system: ['in_app'],
  private: ['in_app'],
  marketing: [],
  security: CHANNELS,
};

const QUIET_AT_FIRST: QuietHours = initialOf(quietHours);

/** Which notices and messages a member of an App wants, and by which channels. Only differences from the defaults are stored. */
export class NotificationPreferences {
  private choices: ChannelChoices;
  private quiet: QuietHours | null;

  constructor(choices: ChannelChoices = {}, quietHours: QuietHours | null = null) {
    this.choices = choices;
    this.quiet = quietHours;
  }

  get channels(): Readonly<Record<NotificationType, ChannelSwitches>> {
    const entries = NOTIFICATION_TYPES.map((type) => [type, { ...AT_FIRST[type], ...this.choices[type] }] as const);
    return Object.fromEntries(entries) as Record<NotificationType, ChannelSwitches>;
  }

  get quietHours(): QuietHours {
    return this.quiet ?? QUIET_AT_FIRST;
  }

  /** The part to store; null for defaults. */
  get kept(): { readonly choices: ChannelChoices; readonly quietHours: QuietHours | null } {
    return { choices: this.choices, quietHours: this.quiet };
  }

  /**
   * @throws ValidationFailedError for switching off a mandatory channel, and for quiet hours that are empty or a whole
   * day.
   */
  change({ channels, quietHours }: NotificationPreferenceChanges): void {
    const errors = [...fixedErrors(channels ?? {})];
    const quiet = quietHours === undefined ? this.quiet : this.changedQuietHours(quietHours);
    if (quiet?.enabled && quiet.start === quiet.end) errors.push({ field: 'quiet_hours.end', code: 'same_time' });
    if (errors.length > 0) throw new ValidationFailedError(errors);
    if (channels !== undefined) this.choices = channels === null ? {} : this.changedChoices(channels);
    this.quiet = quiet && isAtFirst(quiet) ? null : quiet;
  }

  private changedQuietHours(changes: ChangesOf<typeof quietHours> | null): QuietHours | null {
    return changes && { ...this.quietHours, ...changesIn(quietHours, changes) };
  }

  private changedChoices(changes: TypeChanges): ChannelChoices {
    const entries = NOTIFICATION_TYPES.map((type) => {
      const changed = changes[type];
      const differing = CHANNELS.flatMap((channel) => {
        const switched = changed === null ? null : changed?.[channel];
        const value = switched === undefined ? this.choices[type]?.[channel] : switched;
        return typeof value === 'boolean' && value !== AT_FIRST[type][channel] ? [[channel, value] as const] : [];
      });
      return [type, Object.fromEntries(differing)] as const;
    });
    return Object.fromEntries(entries.filter(([, choices]) => Object.keys(choices).length > 0));
  }
}

function fixedErrors(channels: TypeChanges): FieldError[] {
  return NOTIFICATION_TYPES.flatMap((type) =>
    FIXED[type]
      .filter((channel) => channels[type]?.[channel] === false)
      .map((channel) => ({ field: `channels.${type}.${channel}`, code: 'not_switchable' })),
  );
}

function isAtFirst(quiet: QuietHours): boolean {
  return namesOf(QUIET_AT_FIRST).every((key) => quiet[key] === QUIET_AT_FIRST[key]);
}
