import { randomUUID } from 'node:crypto';
import type { Database } from '@libs/foundation';
import { newId, RateLimitedError } from '@libs/kernel';
import { anotherPool, aScope, captchaOn, RIGHT, type TestCaptcha } from '../../../../test/support/captcha';
import { createTestDatabase, queryAs, type TestDatabase } from '../../../../test/support/database';
import { later } from '../../../../test/support/time-travel';
import type { CaptchaScope } from '../domain/captcha-scope';
import { RendererUnavailableError } from '../domain/challenge-renderer';
import { expectLeft } from '../../../../test/support/seconds-left';

describe('A challenge', () => {
  let db: TestDatabase;
  let other: { database: Database; close(): Promise<void> };
  let captcha: TestCaptcha;
  let elsewhere: TestCaptcha;
  const tenantId = newId();

  beforeAll(async () => {
    db = await createTestDatabase();
    other = await anotherPool(db.applicationUrl);
  });
  beforeEach(() => {
    captcha = captchaOn(db.database);
    elsewhere = captchaOn(other.database);
  });
  afterAll(async () => {
    await other.close();
    await db.close();
  });

  const timeTravel = (duration: string) => later({ urls: { ...db, drop: () => Promise.resolve() } }, duration);
  const rowsOf = (scope: CaptchaScope) =>
    queryAs<Record<string, unknown>>(db.superuserUrl, 'SELECT * FROM captcha_challenges WHERE app_id = $1', [
      scope.appId,
    ]);
  const failures = async (scope: CaptchaScope, count: number) => {
    for (let failed = 0; failed < count; failed++) {
      const proof = { id: newId(), token: 'A'.repeat(43), response: RIGHT.slide };
      await captcha.proofs.consume(scope, proof).catch(() => undefined);
      await timeTravel('3 seconds');
    }
  };
  const refusalOf = async (scope: CaptchaScope, at = captcha) => {
    try {
      await at.issue(scope);
      return null;
    } catch (error) {
      if (!(error instanceof RateLimitedError)) throw error;
      return error;
    }
  };

  it('has an id, a token of 32 bytes, 300 seconds and an instruction; its row the answer and hashes', async () => {
    const scope = aScope(tenantId);
    const choice = { type: 'rotate', level: 'easy', characters: 'auto' } as const;
    const challenge = await captcha.challenges.issue(scope, choice, 'en-US');
    expect(challenge).toMatchObject({
      id: expect.stringMatching(/^[0-9a-f-]{36}$/),
      token: expect.stringMatching(/^[A-Za-z0-9_-]{43}$/),
      expiresInSeconds: 300,
      puzzle: { type: 'rotate' },
      instruction: 'Move the slider to turn the disc until the picture is whole',
    });
    const [row] = await rowsOf(scope);
    expect(row).toMatchObject({
      id: challenge.id,
      scene: 'login',
      type: 'rotate',
      level: 'easy',
      answer: { type: 'rotate', angle: 120, tolerance: 6 },
      consumed_at: null,
    });
    expect((row?.['token_hash'] as Buffer).length).toBe(32);
    expect(Number(row?.['expires_at']) - Number(row?.['issued_at'])).toBe(300_000);
  });

  it('has the chosen type, level and characters; without a choice, characters by the locale', async () => {
    const scope = aScope(tenantId);
    const locales = ['zh-CN', 'zh-TW', 'ja-JP', 'en-US'] as const;
    for (const locale of locales) {
      await captcha.challenges.issue(scope, { type: 'click', level: 'easy', characters: 'auto' }, locale);
    }
    await captcha.challenges.issue(scope, { type: 'drag', level: 'hard', characters: 'latin' }, 'zh-CN');
    expect(captcha.renderer.asked).toEqual([
      ...['hanzi', 'hanzi', 'hanzi', 'latin'].map((characters) => ({ type: 'click', level: 'easy', characters })),
      { type: 'drag', level: 'hard', characters: 'latin' },
    ]);
  });

  it('without a chosen type is click or rotate', async () => {
    for (let count = 0; count < 40; count++) await captcha.issue(aScope(tenantId), { type: 'random' });
    expect(new Set(captcha.renderer.asked.map(({ type }) => type))).toEqual(new Set(['click', 'rotate']));
  });

  it('is click at the level hard after three failures of the installation in 10 minutes, in any scene', async () => {
    const scope = aScope(tenantId);
    const moved = { ...scope, addressKey: '198.51.100.1' };
    const kindFor = async (at: CaptchaScope) => {
      await elsewhere.issue(at, { type: 'slide', level: 'easy', characters: 'latin' });
      return elsewhere.renderer.asked.at(-1);
    };
    await failures(scope, 2);
    expect(await kindFor(moved)).toEqual({ type: 'slide', level: 'easy', characters: 'latin' });
    await failures(moved, 1);
    const hard = { type: 'click', level: 'hard', characters: 'latin' };
    expect([await kindFor(scope), await kindFor(moved)]).toEqual([hard, hard]);
    expect(await kindFor({ ...scope, deviceKey: randomUUID() })).toMatchObject({ type: 'slide' });
    expect(await kindFor({ ...scope, appId: newId() })).toMatchObject({ type: 'slide' });
    await timeTravel('595 seconds');
    expect(await kindFor(scope)).toMatchObject({ type: 'slide' });
  });

  it('keeps its type, level and tolerance when the choice changes afterwards', async () => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope, { type: 'rotate', level: 'standard' });
    await captcha.issue(scope, { type: 'click', level: 'hard' });
    await expect(captcha.proofs.consume(scope, proof)).resolves.toHaveProperty('mobile', scope.mobile);
  });

  it('is refused beyond 30 in a minute for one App, installation and address', async () => {
    const scope = aScope(tenantId);
    const since = Date.now();
    for (let count = 0; count < 30; count++) {
      expect(await refusalOf(scope, count % 2 ? captcha : elsewhere)).toBeNull();
    }
    const refusal = await refusalOf(scope);
    expectLeft(refusal?.retryAfterSeconds, 60, since);
    for (const change of [{ appId: newId() }, { deviceKey: randomUUID() }, { addressKey: '203.0.113.8' }]) {
      expect(await refusalOf({ ...scope, ...change })).toBeNull();
    }
    for (const change of [{ scene: 'registration' as const }, { mobile: '+8613800138001' }]) {
      expect(await refusalOf({ ...scope, ...change })).not.toBeNull();
    }
    await timeTravel('61 seconds');
    expect(await refusalOf(scope)).toBeNull();
  });

  it('is refused beyond 30 also when many are requested at once, from two processes', async () => {
    const scope = aScope(tenantId);
    const since = Date.now();
    const refusals = await Promise.all(
      Array.from({ length: 45 }, (_, index) => refusalOf(scope, index % 2 ? captcha : elsewhere)),
    );
    expect(refusals.filter((refusal) => refusal === null)).toHaveLength(30);
    for (const refusal of refusals) if (refusal) expectLeft(refusal.retryAfterSeconds, 60, since);
  });

  it('replaces the oldest of three open ones, of the same installation and scene only', async () => {
    const scope = aScope(tenantId);
    const neighbour = { ...scope, deviceKey: randomUUID() };
    const others = await captcha.issue(neighbour);
    const proofs = [];
    for (let count = 0; count < 3; count++) proofs.push(await captcha.issue(scope));
    await captcha.proofs.consume(scope, proofs[1]!);
    // Two are open now, so there is room for one more.
    proofs.push(await captcha.issue(scope));
    const registration = { ...scope, scene: 'registration' as const };
    const other = await captcha.issue(registration);
    await captcha.issue({ ...scope, addressKey: '203.0.113.8' });
    await expect(captcha.proofs.consume(scope, proofs[0]!)).rejects.toMatchObject({
      definition: { code: 'IAM.CAPTCHA.INVALID' },
    });
    await captcha.proofs.consume(scope, proofs[2]!);
    await captcha.proofs.consume(scope, proofs[3]!);
    await captcha.proofs.consume(neighbour, others);
    await captcha.proofs.consume(registration, other);
  });

  it('is never open beside more than two others, however many are requested at once', async () => {
    const scope = aScope(tenantId);
    await Promise.all(Array.from({ length: 20 }, (_, index) => (index % 2 ? captcha : elsewhere).issue(scope)));
    expect(await rowsOf(scope)).toHaveLength(3);
  });

  it.each<[string, Error]>([
    ['renderer', new RendererUnavailableError('it broke')],
    ['renderer, in a way nobody thought of,', new TypeError('worker gone')],
  ])('is not there while the %s fails: nothing is stored', async (_, failure) => {
    const scope = aScope(tenantId);
    captcha.renderer.failure = failure;
    await expect(captcha.issue(scope)).rejects.toMatchObject({
      definition: { code: 'IAM.CAPTCHA.UNAVAILABLE' },
      cause: failure,
    });
    expect(await rowsOf(scope)).toEqual([]);
    captcha.renderer.failure = null;
    await captcha.issue(scope);
  });

  it.each(['captcha_challenges', 'captcha_counters'])('is unavailable while the table %s is missing', async (table) => {
    const scope = aScope(tenantId);
    await queryAs(db.superuserUrl, `ALTER TABLE ${table} RENAME TO captcha_gone`);
    const error: unknown = await captcha.issue(scope).catch((thrown: unknown) => thrown);
    await queryAs(db.superuserUrl, `ALTER TABLE captcha_gone RENAME TO ${table}`);
    expect(error).toMatchObject({ definition: { code: 'IAM.CAPTCHA.UNAVAILABLE' } });
    expect(await rowsOf(scope)).toEqual([]);
  });

  it('of an unknown type is not issued, rather than skipping the CAPTCHA', async () => {
    const scope = aScope(tenantId);
    const choice = { type: 'puzzle' as 'click', level: 'standard', characters: 'auto' } as const;
    await expect(captcha.challenges.issue(scope, choice, 'zh-CN')).rejects.toMatchObject({
      definition: { code: 'IAM.CAPTCHA.UNAVAILABLE' },
    });
    expect(await rowsOf(scope)).toEqual([]);
  });

  it('is never another tenant’s', async () => {
    const scope = aScope(tenantId);
    await captcha.issue(scope);
    const found = await db.database.read(newId(), 'SELECT FROM captcha_challenges WHERE app_id = $1', [scope.appId]);
    expect(found).toEqual([]);
  });
});
