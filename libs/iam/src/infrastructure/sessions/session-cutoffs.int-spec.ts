import { randomBytes } from 'node:crypto';
import { newId } from '@libs/kernel';
import { queryAs } from '../../../../../test/support/database';
import { suiteDatabase } from '../../../../../test/support/suite';
import { StepUpTokens } from '../codes/step-up-tokens';
import { MemberDevices } from '../own-account/member-devices';
import { SessionCutoffs } from './session-cutoffs';
import { Sessions } from './sessions';

describe('A session that was cut off with all of its App, before its own row says so', () => {
  const db = suiteDatabase();
  let scope: { tenantId: string; appId: string };

  beforeAll(async () => {
    [scope] = (await query(`SELECT tenant_id AS "tenantId", id AS "appId" FROM apps WHERE is_default`)) as [
      typeof scope,
    ];
  });

  const query = (text: string, values: unknown[] = []) =>
    queryAs<Record<string, unknown>>(db.superuserUrl, text, values);
  const run = <T>(work: () => Promise<T>) => db.database.run(scope.tenantId, work);

  it('permits nothing to a request that was on its way', async () => {
    const { tenantId, appId } = scope;
    const [userId, sessionId, deviceId] = [newId(), newId(), newId()];
    await query(`INSERT INTO users (tenant_id, id, status) VALUES ($1, $2, 'active')`, [tenantId, userId]);
    await query(
      `INSERT INTO app_memberships (tenant_id, app_id, user_id, status, joined_at) VALUES ($1, $2, $3, 'active', now())`,
      [tenantId, appId, userId],
    );
    await query(
      'INSERT INTO devices (tenant_id, id, app_id, user_id, device_key) VALUES ($1, $2, $3, $4, gen_random_uuid())',
      [tenantId, deviceId, appId, userId],
    );
    await query(
      `INSERT INTO sessions (tenant_id, id, surface, user_id, app_id, device_id, login_method, expires_at, absolute_expires_at)
       VALUES ($1, $2, 'mobile', $3, $4, $5, 'password', now() + interval '1 day', now() + interval '9 days')`,
      [tenantId, sessionId, userId, appId, deviceId],
    );
    const sessions = new Sessions(db.database, undefined as never, undefined as never);
    const [steps, devices] = [new StepUpTokens(db.database), new MemberDevices(db.database)];
    const token = randomBytes(32);
    const grant = {
      tenantId,
      userId,
      sessionId,
      act: { purpose: 'identifier_remove', resource: userId },
    } as const;
    const registration = { provider: 'fcm', token: 'token', enabled: true } as const;
    const owner = { tenantId, appId, userId, sessionId };
    const permitted = async () => ({
      isLive: await run(() => sessions.isLive(tenantId, sessionId)),
      isPushRegistered: await run(() => devices.registerPush(owner, registration)),
      isStepUpGood: await steps.isGood(grant, token),
      isStepUpTaken: await run(() => steps.take(grant, token)),
    });

    await run(() => steps.add(grant, token));
    expect(Object.values(await permitted())).toEqual([true, true, true, true]);
    await run(() => steps.add(grant, token));
    await run(() => new SessionCutoffs(db.database).add(tenantId, appId));
    expect(await permitted()).toEqual({
      isLive: false,
      isPushRegistered: false,
      isStepUpGood: false,
      isStepUpTaken: false,
    });
  });
});
