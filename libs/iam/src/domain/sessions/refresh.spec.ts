import { createHash } from 'node:crypto';
import { type ConsumedToken, isFromElsewhere, meaningOfReuse, type Presentation, type ReuseMeaning } from './refresh';

const CONSUMED_AT = new Date('2026-01-01T00:00:00Z');
const [PHONE, TABLET] = ['key-of-the-phone', 'key-of-the-tablet'];
const [KEY, OTHER_KEY] = ['once', 'twice'].map((key) => createHash('sha256').update(key).digest()) as [Buffer, Buffer];

/** How a token that a phone consumed is presented again, and what that means. */
interface Case {
  readonly when: string;
  readonly after: number;
  readonly token?: Partial<ConsumedToken>;
  readonly brought?: Partial<Presentation>;
  readonly means: ReuseMeaning;
}

const CASES: readonly Case[] = [
  // Two concurrent requests, one of which was late.
  { when: 'at once', after: 0, means: 'lost_race' },
  { when: 'at the end of the grace', after: 10, means: 'lost_race' },
  { when: 'just after the grace', after: 10.001, means: 'theft' },
  { when: 'the next day', after: 86_400, means: 'theft' },
  // The client that consumed its successor had received the answer.
  { when: 'at once, with its successor consumed', after: 0, token: { isOutdated: true }, means: 'theft' },
  // Installations.
  { when: 'at once, from another installation', after: 0, brought: { deviceKey: TABLET }, means: 'theft' },
  { when: 'at once, from one that does not say which', after: 0, brought: { deviceKey: null }, means: 'lost_race' },
  { when: 'late, from one that does not say which', after: 11, brought: { deviceKey: null }, means: 'theft' },
  {
    when: 'at once, from one that says which, where the consumer did not',
    after: 0,
    token: { consumerDeviceKey: null },
    means: 'theft',
  },
  {
    when: 'at once, where neither says which',
    after: 0,
    token: { consumerDeviceKey: null },
    brought: { deviceKey: null },
    means: 'lost_race',
  },
  // Retries.
  { when: 'at once, with its key', after: 0, brought: { idempotencyKeyHash: KEY }, means: 'retry' },
  { when: 'after the grace, with its key', after: 11, brought: { idempotencyKeyHash: KEY }, means: 'retry' },
  { when: 'within the minute, with its key', after: 59.999, brought: { idempotencyKeyHash: KEY }, means: 'retry' },
  { when: 'after a minute, with its key', after: 60, brought: { idempotencyKeyHash: KEY }, means: 'theft' },
  {
    when: 'with its key and its successor consumed',
    after: 1,
    token: { isOutdated: true },
    brought: { idempotencyKeyHash: KEY },
    means: 'retry',
  },
  { when: 'at once, with another key', after: 0, brought: { idempotencyKeyHash: OTHER_KEY }, means: 'lost_race' },
  { when: 'late, with another key', after: 11, brought: { idempotencyKeyHash: OTHER_KEY }, means: 'theft' },
  {
    when: 'at once, with a key where it was consumed without',
    after: 0,
    token: { idempotencyKeyHash: null, hasAnswer: false },
    brought: { idempotencyKeyHash: KEY },
    means: 'lost_race',
  },
  {
    when: 'at once, without keys',
    after: 0,
    token: { idempotencyKeyHash: null },
    means: 'lost_race',
  },
  {
    when: 'at once, with its key, when the owner may not have the answer',
    after: 0,
    token: { hasAnswer: false },
    brought: { idempotencyKeyHash: KEY },
    means: 'lost_race',
  },
  {
    when: 'late, with its key, when the owner may not have the answer',
    after: 11,
    token: { hasAnswer: false },
    brought: { idempotencyKeyHash: KEY },
    means: 'theft',
  },
  {
    when: 'at once, with its key, from another installation',
    after: 0,
    brought: { idempotencyKeyHash: KEY, deviceKey: TABLET },
    means: 'theft',
  },
  {
    when: 'at once, with its key, from one that does not say which',
    after: 0,
    brought: { idempotencyKeyHash: KEY, deviceKey: null },
    means: 'lost_race',
  },
];

describe('A consumed refresh token that is presented again', () => {
  for (const { when, after, token = {}, brought = {}, means } of CASES) {
    it(`${when} is a ${means.replace('_', ' ')}`, () => {
      expect(meaningOfReuse(aToken(token), aPresentation(after, brought))).toBe(means);
    });
  }

  it('comes from elsewhere only if another installation names itself', () => {
    const elsewhere = (consumerDeviceKey: string | null, deviceKey: string | null) =>
      isFromElsewhere(aToken({ consumerDeviceKey }), aPresentation(0, { deviceKey }));
    expect(elsewhere(PHONE, PHONE)).toBe(false);
    expect(elsewhere(PHONE, null)).toBe(false);
    expect(elsewhere(null, null)).toBe(false);
    expect(elsewhere(PHONE, TABLET)).toBe(true);
    expect(elsewhere(null, TABLET)).toBe(true);
  });
});

function aToken(facts: Partial<ConsumedToken>): ConsumedToken {
  return {
    consumedAt: CONSUMED_AT,
    isOutdated: false,
    consumerDeviceKey: PHONE,
    idempotencyKeyHash: KEY,
    hasAnswer: true,
    ...facts,
  };
}

function aPresentation(after: number, facts: Partial<Presentation>): Presentation {
  const presentedAt = new Date(CONSUMED_AT.getTime() + after * 1_000);
  return { presentedAt, deviceKey: PHONE, idempotencyKeyHash: null, ...facts };
}
