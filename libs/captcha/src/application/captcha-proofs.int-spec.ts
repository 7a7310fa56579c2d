import { randomUUID } from 'node:crypto';
import { inspect } from 'node:util';
import { type Database, Sweeps } from '@libs/foundation';
import { DomainError, newId } from '@libs/kernel';
import { anotherPool, aScope, captchaOn, type TestCaptcha } from '../../../../test/support/captcha';
import { createTestDatabase, queryAs, silent, type TestDatabase } from '../../../../test/support/database';
import { later } from '../../../../test/support/time-travel';
import type { CaptchaProof } from '../domain/captcha-proof';
import type { CaptchaScope } from '../domain/captcha-scope';
import { CaptchaSweeper } from '../infrastructure/captcha-sweeper';

const INVALID = 'IAM.CAPTCHA.INVALID';
const COOLDOWN = 'IAM.CAPTCHA.COOLDOWN';

describe('The proof of a challenge', () => {
  let db: TestDatabase;
  let other: { database: Database; close(): Promise<void> };
  let captcha: TestCaptcha;
  let elsewhere: TestCaptcha;
  const tenantId = newId();

  beforeAll(async () => {
    db = await createTestDatabase();
    other = await anotherPool(db.applicationUrl);
    captcha = captchaOn(db.database);
    elsewhere = captchaOn(other.database);
  });
  afterAll(async () => {
    await other.close();
    await db.close();
  });

  const timeTravel = (duration: string) => later({ urls: { ...db, drop: () => Promise.resolve() } }, duration);

  /** Null for a proof that passed, otherwise the code of its refusal. */
  const outcome = async (scope: CaptchaScope, proof: CaptchaProof | null, at = captcha): Promise<string | null> => {
    try {
      await at.proofs.consume(scope, proof);
      return null;
    } catch (error) {
      if (!(error instanceof DomainError)) throw error;
      return error.definition.code;
    }
  };
  const aSession = (given: Partial<CaptchaScope> = {}) =>
    aScope(tenantId, { scene: 'identifier_verify', sessionId: newId(), ...given });
  const aStepUp = () =>
    aScope(tenantId, {
      scene: 'step_up',
      sessionId: newId(),
      stepUp: { identifierId: newId(), purpose: 'account_delete', resource: newId() },
    });
  const wrong: CaptchaProof['response'] = { type: 'slide', point: { x: 0, y: 40 } };
  const fail = async (scope: CaptchaScope) => outcome(scope, { ...(await captcha.issue(scope)), response: wrong });
  const isConsumed = async ({ id }: CaptchaProof) => {
    const [row] = await queryAs<{ consumed: boolean }>(
      db.superuserUrl,
      'SELECT consumed_at IS NOT NULL AS consumed FROM captcha_challenges WHERE id = $1',
      [id],
    );
    return row?.consumed;
  };

  it.each(['click', 'slide', 'drag', 'rotate'] as const)('of %s passes once', async (type) => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope, { type });
    expect(await outcome(scope, proof)).toBeNull();
    expect(await outcome(scope, proof)).toBe(INVALID);
  });

  it('is required', async () => {
    expect(await outcome(aScope(tenantId), null)).toBe('IAM.CAPTCHA.REQUIRED');
  });

  it.each<[string, () => CaptchaScope, (scope: CaptchaScope) => Partial<CaptchaScope>]>([
    ['scene', () => aScope(tenantId), () => ({ scene: 'registration' })],
    ['mobile', () => aScope(tenantId), () => ({ mobile: '+8613800138001' })],
    ['address', () => aScope(tenantId), () => ({ addressKey: '203.0.113.8' })],
    ['installation', () => aScope(tenantId), () => ({ deviceKey: randomUUID() })],
    ['session', () => aSession(), () => ({ sessionId: newId() })],
    ['session that is none', () => aSession(), () => ({ sessionId: null })],
    ['session where there was none', () => aScope(tenantId), () => ({ sessionId: newId() })],
    ['mobile of a step-up', aStepUp, () => ({ mobile: '+8613800138001' })],
    ['session of a step-up', aStepUp, () => ({ sessionId: newId() })],
    ...(['identifierId', 'purpose', 'resource'] as const).map(
      (part): [string, () => CaptchaScope, (scope: CaptchaScope) => Partial<CaptchaScope>] => [
        `${part} of a step-up`,
        aStepUp,
        ({ stepUp }) => ({ stepUp: stepUp && { ...stepUp, [part]: newId() } }),
      ],
    ),
    ['step-up that is none', aStepUp, () => ({ stepUp: null })],
  ])('is invalid with another %s, and used up', async (_, make, change) => {
    const scope = make();
    const proof = await captcha.issue(scope);
    expect(await outcome({ ...scope, ...change(scope) }, proof)).toBe(INVALID);
    expect(await isConsumed(proof)).toBe(true);
    expect(await outcome(scope, proof)).toBe(INVALID);
  });

  it('is invalid for another App or tenant, where its challenge is not found at all', async () => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope);
    expect(await outcome({ ...scope, appId: newId() }, proof)).toBe(INVALID);
    expect(await outcome({ ...scope, tenantId: newId() }, proof)).toBe(INVALID);
    expect(await isConsumed(proof)).toBe(false);
    expect(await outcome(scope, proof)).toBeNull();
  });

  it.each<[string, CaptchaProof['response']]>([
    ['answer', wrong],
    ['type', { type: 'drag', point: { x: 180, y: 40 } }],
    ['number of points', { type: 'click', points: [{ x: 180, y: 40 }] }],
    ['coordinate that is too large for any picture', { type: 'slide', point: { x: 1e308, y: -1e308 } }],
  ])('is invalid with another %s, and used up', async (_, response) => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope);
    expect(await outcome(scope, { ...proof, response })).toBe(INVALID);
    expect(await isConsumed(proof)).toBe(true);
    expect(await outcome(scope, proof)).toBe(INVALID);
  });

  it('is not used up by a wrong token', async () => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope);
    const stranger = aScope(tenantId, { appId: scope.appId, addressKey: '203.0.113.9' });
    expect(await outcome(stranger, { ...proof, token: 'A'.repeat(43) })).toBe(INVALID);
    expect(await outcome(scope, { ...proof, token: proof.token.slice(0, -1) })).toBe(INVALID);
    expect(await isConsumed(proof)).toBe(false);
    expect(await outcome(scope, proof)).toBeNull();
  });

  it('is invalid for a challenge that never existed', async () => {
    const proof = await captcha.issue(aScope(tenantId));
    expect(await outcome(aScope(tenantId), { ...proof, id: newId() })).toBe(INVALID);
  });

  it('is refused in the same words, whatever the reason', async () => {
    const refusals = await Promise.all(
      [wrong, { type: 'rotate', angle: 1 } as const].map(async (response) => {
        const scope = aScope(tenantId);
        const proof = await captcha.issue(scope);
        return captcha.proofs.consume(scope, { ...proof, response }).catch((error: unknown) => error as DomainError);
      }),
    );
    const [one, two] = refusals as DomainError[];
    expect([one?.message, one?.extra, one?.retryAfterSeconds]).toEqual([two?.message, two?.extra, undefined]);
  });

  it('lasts 300 seconds', async () => {
    const scope = aScope(tenantId);
    const young = await captcha.issue(scope);
    await timeTravel('299 seconds');
    expect(await outcome(scope, young)).toBeNull();
    const old = await captcha.issue(scope);
    await timeTravel('300 seconds');
    expect(await outcome(scope, old)).toBe(INVALID);
    expect(await isConsumed(old)).toBe(false);
  });

  it('passes once when 100 arrive at once at two processes', async () => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope);
    const outcomes = await Promise.all(
      Array.from({ length: 100 }, (_, index) => outcome(scope, proof, index % 2 === 0 ? captcha : elsewhere)),
    );
    expect(outcomes.filter((code) => code === null)).toHaveLength(1);
    // The following ones failed, until the cooldown refused the rest.
    expect(outcomes.filter((code) => code === INVALID)).toHaveLength(3);
    expect(outcomes.filter((code) => code === COOLDOWN)).toHaveLength(96);
  });

  it('of each of three challenges passes, also when all arrive at once', async () => {
    const scope = aScope(tenantId);
    const proofs = [await captcha.issue(scope), await elsewhere.issue(scope), await captcha.issue(scope)];
    const outcomes = await Promise.all(
      proofs.map((proof, index) => outcome(scope, proof, index % 2 === 0 ? captcha : elsewhere)),
    );
    expect(outcomes).toEqual([null, null, null]);
  });

  it('survives a rotation of the secret keys, but not the removal of its own', async () => {
    const [older, newer] = [
      { id: 'older', bytes: Buffer.alloc(32, 1) },
      { id: 'newer', bytes: Buffer.alloc(32, 2) },
    ];
    const scope = aScope(tenantId);
    const before = captchaOn(db.database, [older]);
    const proof = await before.issue(scope);
    expect(await outcome(scope, proof, captchaOn(db.database, [newer, older]))).toBeNull();
    const lost = await before.issue(scope);
    expect(await outcome(scope, lost, captchaOn(db.database, [newer]))).toBe(INVALID);
  });

  describe('that fails', () => {
    it('three times within 60 seconds causes further ones to be refused for 2 seconds, without using them up', async () => {
      const scope = aScope(tenantId);
      const proof = await captcha.issue(scope);
      expect([await fail(scope), await fail(scope)]).toEqual([INVALID, INVALID]);
      // Three may be open: this one replaces none that the test looks at.
      await timeTravel('57 seconds');
      expect(await fail(scope)).toBe(INVALID);
      for (const at of [captcha, elsewhere]) expect(await outcome(scope, proof, at)).toBe(COOLDOWN);
      expect(await isConsumed(proof)).toBe(false);
      await expect(captcha.proofs.consume(scope, proof)).rejects.toMatchObject({ retryAfterSeconds: 2 });
      // A request without a proof is still told that one is required.
      expect(await outcome(scope, null)).toBe('IAM.CAPTCHA.REQUIRED');
      await timeTravel('2 seconds');
      expect(await outcome(scope, proof, elsewhere)).toBeNull();
    });

    it('once more after the pause begins another pause', async () => {
      const scope = aScope(tenantId);
      for (let count = 0; count < 3; count++) await fail(scope);
      await timeTravel('2 seconds');
      expect(await fail(scope)).toBe(INVALID);
      expect(await fail(scope)).toBe(COOLDOWN);
    });

    it('three times in more than 60 seconds does not', async () => {
      const scope = aScope(tenantId);
      await fail(scope);
      await timeTravel('61 seconds');
      await fail(scope);
      await fail(scope);
      expect(await outcome(scope, await captcha.issue(scope))).toBeNull();
    });

    it.each<[string, Partial<CaptchaScope>, string | null]>([
      ['another App', { appId: newId() }, null],
      ['another installation', { deviceKey: randomUUID() }, null],
      ['another address', { addressKey: '2001:db8:1:2::/64' }, null],
      ['another number', { mobile: '+8613800138009' }, COOLDOWN],
      ['another scene', { scene: 'password_reset' }, COOLDOWN],
      ['another session', { scene: 'identifier_verify', sessionId: newId() }, COOLDOWN],
    ])('counts per App, installation and address: %s', async (_, change, code) => {
      const scope = aScope(tenantId);
      for (let count = 0; count < 3; count++) await fail(scope);
      const next = { ...scope, ...change };
      expect(await outcome(next, await captcha.issue(next))).toBe(code);
    });

    it('counts whatever is wrong with it: token, scope, reuse', async () => {
      const scope = aScope(tenantId);
      const proof = await captcha.issue(scope);
      expect(await outcome(scope, { ...proof, token: 'A'.repeat(43) })).toBe(INVALID);
      expect(await outcome({ ...scope, scene: 'registration' }, proof)).toBe(INVALID);
      expect(await outcome(scope, proof)).toBe(INVALID);
      expect(await outcome(scope, await captcha.issue(scope))).toBe(COOLDOWN);
    });

    it('is never judged beyond the third one, however many arrive at once', async () => {
      const scope = aScope(tenantId);
      const guesses = await Promise.all(
        Array.from({ length: 20 }, (_, index) =>
          outcome(scope, { id: newId(), token: 'A'.repeat(43), response: wrong }, index % 2 ? captcha : elsewhere),
        ),
      );
      expect(guesses.filter((code) => code === INVALID)).toHaveLength(3);
      expect(guesses.filter((code) => code === COOLDOWN)).toHaveLength(17);
    });
  });

  it('cannot be judged while the tables are missing: nobody passes, and the error names no token', async () => {
    const scope = aScope(tenantId);
    const proof = await captcha.issue(scope);
    await queryAs(db.superuserUrl, 'ALTER TABLE captcha_challenges RENAME TO captcha_gone');
    const error: unknown = await captcha.proofs.consume(scope, proof).catch((thrown: unknown) => thrown);
    await queryAs(db.superuserUrl, 'ALTER TABLE captcha_gone RENAME TO captcha_challenges');
    expect(error).toMatchObject({ definition: { code: 'IAM.CAPTCHA.UNAVAILABLE' }, cause: { code: '42P01' } });
    expect(inspect(error, { depth: null })).not.toContain(proof.token);
    expect(await outcome(scope, proof)).toBeNull();
  });

  it('leaves neither number nor address, installation or token in the tables, and they are cleared', async () => {
    const scope = aScope(tenantId, { mobile: '+8613912345678', addressKey: '198.51.100.77' });
    const proof = await captcha.issue(scope);
    await fail(scope);
    const dump = async () => {
      const rows = await queryAs(
        db.superuserUrl,
        'SELECT to_jsonb(c)::text AS row FROM captcha_challenges c UNION ALL SELECT to_jsonb(c)::text FROM captcha_counters c',
      );
      return JSON.stringify(rows);
    };
    const text = await dump();
    expect(text).toContain(proof.id);
    for (const secret of [scope.mobile, scope.addressKey, scope.deviceKey, proof.token, 'data:image']) {
      expect(text).not.toContain(secret);
    }
    const sweeps = new Sweeps(silent);
    new CaptchaSweeper(sweeps, db.database).onModuleInit();
    await sweeps.runAll();
    expect(await dump()).toContain(proof.id);
    await timeTravel('601 seconds');
    await sweeps.runAll();
    expect(await dump()).toBe('[]');
  });
});
