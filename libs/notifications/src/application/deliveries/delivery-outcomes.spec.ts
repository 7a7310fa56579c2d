import type { SendableDelivery } from '../../domain/deliveries/due-delivery';
import { refusesConfiguration, restOf, type SendOutcome, settlementOf } from './delivery-outcomes';

const TOKEN = 'secret-token/with+signs';
const aDelivery = (given: Partial<SendableDelivery> = {}): SendableDelivery => ({
  id: 'd',
  messageId: 'm',
  userId: 'u',
  deviceId: 'phone',
  attempts: 1,
  createdAt: new Date(0),
  isWithdrawn: false,
  expiresAt: null,
  isMember: true,
  isWanted: true,
  quietHours: null,
  timeZone: null,
  locale: null,
  displayName: null,
  target: TOKEN,
  platform: null,
  ...given,
});
const SENT: SendOutcome = { kind: 'sent', providerId: null };
const retry = (afterSeconds: number | null = null): SendOutcome => ({ kind: 'retry', afterSeconds, reason: 'busy' });
const WRONG: SendOutcome = { kind: 'configuration', reason: 'key' };

describe('The outcome of a try', () => {
  it('is repeated later each time, and when the provider says so, until there were eight tries', () => {
    const seconds = [1, 2, 3, 4, 5, 6, 7].map((attempts) => {
      const settled = settlementOf(aDelivery({ attempts }), retry());
      return settled.status === 'pending' && 'inSeconds' in settled.available ? settled.available.inSeconds : 0;
    });
    expect(seconds).toEqual([...seconds].sort((a, b) => a - b));
    expect(seconds[0]).toBeGreaterThanOrEqual(5);
    expect(seconds[6]).toBeLessThan(600);
    expect(settlementOf(aDelivery(), retry(90))).toMatchObject({ triesSoFar: 1, available: { inSeconds: 90 } });
    expect(settlementOf(aDelivery(), retry(1e12))).toMatchObject({ available: { inSeconds: 86_400 } });
    expect(settlementOf(aDelivery({ attempts: 8 }), retry(90))).toMatchObject({ status: 'failed', reason: 'busy' });
  });

  it('gives the try back to those that were not sent, and to those that wait for an administrator', () => {
    expect(settlementOf(aDelivery({ attempts: 3 }), { kind: 'unsent' })).toMatchObject({
      status: 'pending',
      triesSoFar: 2,
    });
    const paused = { isPaused: true, forgotten: new Set<string>() };
    expect(settlementOf(aDelivery({ attempts: 3 }), WRONG, paused)).toMatchObject({ status: 'pending', triesSoFar: 2 });
  });

  it('fails a delivery with its token, unless the device has another one by now', () => {
    const gone: SendOutcome = { kind: 'drop_token', since: null, reason: 'gone' };
    const context = { isPaused: false, forgotten: new Set(['phone']) };
    expect(settlementOf(aDelivery(), gone, context)).toMatchObject({ status: 'failed' });
    expect(settlementOf(aDelivery({ deviceId: 'other' }), gone, context)).toMatchObject({
      status: 'pending',
      triesSoFar: 1,
    });
  });

  it('keeps neither token nor address', () => {
    const reason = `no ${TOKEN} nor ${encodeURIComponent(TOKEN)}\r\n<lin@example.com> ${'x'.repeat(500)}`;
    const kept = settlementOf(aDelivery(), { kind: 'message_defect', reason });
    expect(kept).toMatchObject({
      reason: expect.stringMatching(/^no \[target\] nor \[target\] <\[address\]> x{100,}$/),
    });
    expect(settlementOf(aDelivery(), { kind: 'sent', providerId: `p/${TOKEN}` })).toMatchObject({
      providerId: 'p/[target]',
    });
  });

  it('lets a provider rest when nothing but delays comes from it', () => {
    expect(restOf([])).toBe(0);
    expect(restOf([retry()])).toBe(10);
    expect(restOf([SENT, SENT, retry(60), retry(30), retry()])).toBe(60);
    expect(restOf([retry(60), SENT, retry(60)])).toBe(0);
    expect(restOf([retry(1e9), retry(), retry()])).toBe(600);
  });

  it('is about the configuration if nothing is accepted, or nothing any more, not if a single device is refused', () => {
    expect(refusesConfiguration([WRONG])).toBe(true);
    expect(refusesConfiguration([SENT, WRONG, SENT])).toBe(false);
    expect(refusesConfiguration([SENT, WRONG])).toBe(false);
    expect(refusesConfiguration([SENT, WRONG, WRONG, WRONG])).toBe(true);
    expect(refusesConfiguration([SENT, retry()])).toBe(false);
  });
});
