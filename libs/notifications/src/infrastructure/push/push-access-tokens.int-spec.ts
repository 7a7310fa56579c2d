import { randomBytes } from 'node:crypto';
import { Secrets } from '@libs/foundation';
import { type PushRig, startPushRig } from '../../../../../test/support/push/push-rig';
import type { PushFailure } from '../../domain/push/push-provider';
import { type NewAccessToken, PushAccessTokens, type TokenSource } from './push-access-tokens';

const SECRETS = new Secrets([{ id: 'k1', bytes: randomBytes(32) }]);

describe('Access tokens of push providers', () => {
  let rig: PushRig;
  let given: number;

  beforeAll(async () => {
    rig = await startPushRig();
    await rig.process().configure('log', {});
  });
  afterAll(() => rig.close());
  beforeEach(async () => {
    given = 0;
    await rig.query('DELETE FROM notification_push_access_tokens');
  });

  const aProcess = (secrets = SECRETS) => new PushAccessTokens(rig.test.database, secrets);
  const source = (changes: Partial<TokenSource> = {}): TokenSource => ({
    scope: rig.scope,
    provider: 'log',
    kind: 'oauth',
    credentialsHash: 'a',
    obtain: () => Promise.resolve(aToken()),
    ...changes,
  });
  const aToken = (): NewAccessToken => {
    given += 1;
    return { token: `token ${given}`, refreshAfterSeconds: 3_000, expiresAfterSeconds: 3_600 };
  };

  it('are asked for once by many processes', async () => {
    const found = await Promise.all(Array.from({ length: 20 }, () => aProcess().current(source())));
    expect(new Set(found.map((token) => JSON.stringify(token)))).toEqual(
      new Set([JSON.stringify({ token: 'token 1', version: 1 })]),
    );
    expect(given).toBe(1);
  });

  it('are asked for by another process when the one that was about to is gone', async () => {
    const hanging = aProcess().current(source({ obtain: () => new Promise<never>(() => undefined) }));
    const isClaimed = async () => (await rig.query('SELECT FROM notification_push_access_tokens')).length > 0;
    while (!(await isClaimed())) await new Promise((resolve) => setTimeout(resolve, 5));
    const waiting = aProcess().current(source());
    await rig.query('UPDATE notification_push_access_tokens SET refreshing_until = now()');
    expect(await waiting).toEqual({ token: 'token 1', version: 1 });
    void hanging;
  });

  it('that come late do not take the place of a later one', async () => {
    let answer = (_token: NewAccessToken) => undefined as void;
    const slow = aProcess().current(source({ obtain: () => new Promise((resolve) => (answer = resolve)) }));
    while ((await rig.query('SELECT FROM notification_push_access_tokens')).length === 0);
    await rig.query('UPDATE notification_push_access_tokens SET refreshing_until = now()');
    await aProcess().current(source());
    answer({ token: 'late', refreshAfterSeconds: 3_000, expiresAfterSeconds: 3_600 });
    await slow;
    expect(await aProcess().current(source())).toEqual({ token: 'token 1', version: 1 });
  });

  it('serve until they end, while the next is asked for', async () => {
    await aProcess().current(source());
    await rig.query('UPDATE notification_push_access_tokens SET refresh_at = now()');
    let answer = (_token: NewAccessToken) => undefined as void;
    const refreshing = aProcess().current(source({ obtain: () => new Promise((resolve) => (answer = resolve)) }));
    while (
      (await rig.query('SELECT FROM notification_push_access_tokens WHERE refreshing_by IS NOT NULL')).length === 0
    );
    expect(await aProcess().current(source())).toMatchObject({ token: 'token 1' });
    answer(aToken());
    expect(await refreshing).toEqual({ token: 'token 2', version: 2 });
    expect(await aProcess().current(source())).toEqual({ token: 'token 2', version: 2 });
  });

  it('are others for other credentials, and where their key is gone', async () => {
    await aProcess().current(source());
    expect(await aProcess().current(source({ credentialsHash: 'b' }))).toMatchObject({ token: 'token 2' });
    const other = new Secrets([{ id: 'k2', bytes: randomBytes(32) }]);
    expect(await aProcess(other).current(source({ credentialsHash: 'b' }))).toMatchObject({ token: 'token 3' });
  });

  it('are not asked for again at once where there was none', async () => {
    const refusal: PushFailure = { kind: 'retry', afterSeconds: 60, reason: '10003' };
    let asked = 0;
    const refusing = source({
      obtain: () => {
        asked += 1;
        return Promise.resolve(refusal);
      },
    });
    expect(await aProcess().current(refusing)).toEqual(refusal);
    expect(await aProcess().current(refusing)).toEqual(refusal);
    expect(asked).toBe(1);
    await rig.query(`UPDATE notification_push_access_tokens SET failed_until = now()`);
    expect(await aProcess().current(source())).toMatchObject({ token: 'token 1' });
  });
});
