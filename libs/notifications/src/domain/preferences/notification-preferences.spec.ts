import fc from 'fast-check';
import { ValidationFailedError } from '@libs/kernel';
import {
  CHANNELS,
  NOTIFICATION_TYPES,
  type NotificationPreferenceChanges,
  NotificationPreferences,
} from './notification-preferences';

const ALL = { in_app: true, push: true, email: true };
const NONE = { in_app: false, push: false, email: false };
const AT_FIRST = { notice: ALL, system: ALL, private: ALL, marketing: NONE, security: ALL };
const QUIET_AT_FIRST = { enabled: false, start: '22:00', end: '08:00', timeZone: null };

const changed = (...changes: NotificationPreferenceChanges[]) => {
  const preferences = new NotificationPreferences();
  for (const change of changes) preferences.change(change);
  return preferences;
};
const errorsOf = (change: NotificationPreferenceChanges) => {
  try {
    changed(change);
    return [];
  } catch (error) {
    if (!(error instanceof ValidationFailedError)) throw error;
    return error.fields.map(({ field, code }) => `${field} ${code}`);
  }
};

describe('NotificationPreferences', () => {
  it('have everything on by default except marketing, no quiet hours, and nothing to store', () => {
    const preferences = new NotificationPreferences();
    expect(preferences.channels).toEqual(AT_FIRST);
    expect(preferences.quietHours).toEqual(QUIET_AT_FIRST);
    expect(preferences.kept).toEqual({ choices: {}, quietHours: null });
  });

  it('store what differs from the defaults, and forget what no longer does', () => {
    const marketing = changed({ channels: { marketing: { in_app: true, push: false }, system: { email: true } } });
    expect(marketing.kept.choices).toEqual({ marketing: { in_app: true } });
    marketing.change({ channels: { system: { push: false }, marketing: { email: true } } });
    expect(marketing.kept.choices).toEqual({ system: { push: false }, marketing: { in_app: true, email: true } });
    marketing.change({ channels: { marketing: null, system: { push: null } } });
    expect(marketing.kept.choices).toEqual({});
    expect(changed({ channels: { marketing: ALL } }, { channels: null }).kept.choices).toEqual({});
  });

  it('leave unnamed preferences as they are', () => {
    const preferences = changed(
      { channels: { private: { email: false } }, quietHours: { enabled: true, start: '21:30' } },
      { channels: { private: { email: undefined }, system: undefined }, quietHours: undefined },
      { quietHours: { timeZone: 'Asia/Tokyo', start: undefined } },
    );
    expect(preferences.channels.private).toEqual({ ...ALL, email: false });
    expect(preferences.quietHours).toEqual({ enabled: true, start: '21:30', end: '08:00', timeZone: 'Asia/Tokyo' });
  });

  it('refuse to switch off mandatory messages, and name each', () => {
    expect(
      errorsOf({
        channels: { security: NONE, notice: NONE, system: NONE, private: { in_app: false }, marketing: NONE },
      }),
    ).toEqual([
      'channels.notice.in_app not_switchable',
      'channels.system.in_app not_switchable',
      'channels.private.in_app not_switchable',
      'channels.security.in_app not_switchable',
      'channels.security.push not_switchable',
      'channels.security.email not_switchable',
    ]);
    const off = { push: false, email: false };
    expect(errorsOf({ channels: { security: ALL, notice: off, system: off } })).toEqual([]);
  });

  it('refuse quiet hours that are empty or cover the whole day', () => {
    expect(errorsOf({ quietHours: { enabled: true, start: '08:00' } })).toEqual(['quiet_hours.end same_time']);
    expect(errorsOf({ quietHours: { enabled: false, start: '08:00' } })).toEqual([]);
  });

  it('change nothing if anything is refused', () => {
    const preferences = changed({ channels: { marketing: { push: true } } });
    const before = structuredClone(preferences.kept);
    const half = { channels: { marketing: null, security: { push: false } }, quietHours: { enabled: true } };
    expect(() => preferences.change(half)).toThrow(ValidationFailedError);
    expect(preferences.kept).toEqual(before);
  });

  it('are the same after being stored and read, whatever the changes', () => {
    const choice = fc.option(fc.boolean(), { nil: null });
    const channels = fc.record(
      Object.fromEntries(
        NOTIFICATION_TYPES.map((type) => {
          const records = fc.record(Object.fromEntries(CHANNELS.map((channel) => [channel, choice])), {
            requiredKeys: [],
          });
          return [type, fc.option(records, { nil: null })];
        }),
      ),
      { requiredKeys: [] },
    );
    const time = fc.constantFrom('00:00', '07:30', '08:00', '22:00', '23:59', null);
    const quietHours = fc.record(
      { enabled: choice, start: time, end: time, timeZone: fc.constantFrom('Asia/Tokyo', 'UTC', null) },
      { requiredKeys: [] },
    );
    const change = fc.record(
      {
        channels: fc.option(channels, { nil: null }),
        quietHours: fc.option(quietHours, { nil: null }),
      },
      { requiredKeys: [] },
    );
    fc.assert(
      fc.property(fc.array(change, { maxLength: 6 }), (changes) => {
        const preferences = new NotificationPreferences();
        for (const one of changes) {
          try {
            preferences.change(one);
          } catch (error) {
            if (!(error instanceof ValidationFailedError)) throw error;
          }
        }
        const { choices, quietHours: kept } = preferences.kept;
        const again = new NotificationPreferences(choices, kept);
        expect([again.channels, again.quietHours]).toEqual([preferences.channels, preferences.quietHours]);
        expect(preferences.channels.security).toEqual(ALL);
        expect(preferences.channels.system.in_app && preferences.channels.private.in_app).toBe(true);
        for (const [type, chosen] of Object.entries(choices)) {
          for (const [channel, value] of Object.entries(chosen)) {
            expect(value).not.toBe((AT_FIRST as Record<string, Record<string, boolean>>)[type]?.[channel]);
          }
        }
      }),
    );
  });
});
