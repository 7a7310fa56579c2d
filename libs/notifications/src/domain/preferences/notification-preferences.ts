import { changedBy, type FieldError, namesOf, type SettingsChanges, ValidationFailedError } from '@libs/kernel';

/** Notices are not among them: every member gets those. */
export const MESSAGE_TYPES = ['system', 'private', 'marketing', 'security'] as const;
export type MessageType = (typeof MESSAGE_TYPES)[number];

export const CHANNELS = ['in_app', 'push', 'email'] as const;
export type Channel = (typeof CHANNELS)[number];

/** The channels by which a member accepts messages of a type. */
export type ChannelSwitches = Readonly<Record<Channel, boolean>>;

/** The choices that differ from the defaults. */
export type ChannelChoices = { readonly [Type in MessageType]?: { readonly [Key in Channel]?: boolean } };

/** Push and email are held back from `start` to `end`, over midnight if the end is earlier. */
export interface QuietHours {
  readonly enabled: boolean;
  /** HH:MM, like `end`. */
  readonly start: string;
  readonly end: string;
  /** IANA; null: the user's time zone, or else UTC. */
  readonly timeZone: string | null;
}

/** Undefined fields stay as they are, null resets to the default, whole objects too. */
export interface NotificationPreferenceChanges {
  readonly channels?:
    | { readonly [Type in MessageType]?: { readonly [Key in Channel]?: boolean | null } | null | undefined }
    | null
    | undefined;
  readonly quietHours?: SettingsChanges<QuietHours> | null | undefined;
}

const AT_FIRST: Readonly<Record<MessageType, ChannelSwitches>> = {
  system: { in_app: true, push: true, email: true },
  private: { in_app: true, push: true, email: true },
  // Until the user opts in.
  marketing: { in_app: false, push: false, email: false },
  security: { in_app: true, push: true, email: true },
};

/** Mandatory: cannot be switched off. */
const FIXED: Readonly<Record<MessageType, readonly Channel[]>> = {
  system: ['in_app'],
  private: ['in_app'],
  marketing: [],
  security: CHANNELS,
};

const QUIET_AT_FIRST: QuietHours = { enabled: false, start: '22:00', end: '08:00', timeZone: null };

/** Which messages a member of an App wants, and by which channels. Only differences from the defaults are stored. */
export class NotificationPreferences {
  private choices: ChannelChoices;
  private quiet: QuietHours | null;

  constructor(choices: ChannelChoices = {}, quietHours: QuietHours | null = null) {
    this.choices = choices;
    this.quiet = quietHours;
  }

  get channels(): Readonly<Record<MessageType, ChannelSwitches>> {
    const entries = MESSAGE_TYPES.map((type) => [type, { ...AT_FIRST[type], ...this.choices[type] }] as const);
    return Object.fromEntries(entries) as Record<MessageType, ChannelSwitches>;
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
    const quiet = quietHours === undefined ? this.quiet : changedBy(quietHours, this.quietHours, QUIET_AT_FIRST);
    if (quiet?.enabled && quiet.start === quiet.end) errors.push({ field: 'quiet_hours.end', code: 'same_time' });
    if (errors.length > 0) throw new ValidationFailedError(errors);
    if (channels !== undefined) this.choices = channels === null ? {} : this.changedChoices(channels);
    this.quiet = quiet && isAtFirst(quiet) ? null : quiet;
  }

  private changedChoices(changes: NonNullable<NotificationPreferenceChanges['channels']>): ChannelChoices {
    const entries = MESSAGE_TYPES.map((type) => {
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

function fixedErrors(channels: NonNullable<NotificationPreferenceChanges['channels']>): FieldError[] {
  return MESSAGE_TYPES.flatMap((type) =>
    FIXED[type]
      .filter((channel) => channels[type]?.[channel] === false)
      .map((channel) => ({ field: `channels.${type}.${channel}`, code: 'not_switchable' })),
  );
}

function isAtFirst(quiet: QuietHours): boolean {
  return namesOf(QUIET_AT_FIRST).every((key) => quiet[key] === QUIET_AT_FIRST[key]);
}
