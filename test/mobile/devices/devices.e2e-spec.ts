import { randomUUID } from 'node:crypto';
import { aDeviceKey } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { aMember, clientOf, type Member, signIn, type TokenPair } from '../support/journey';
import { expectMembersOnly, selfOf } from '../support/self';
import { sessionsOf } from '../support/sessions';
import { later } from '../../support/time-travel';

interface DeviceItem {
  readonly id: string;
  readonly model: string | null;
  readonly current: boolean;
  readonly last_seen_at: string;
  readonly created_at: string;
}

describe('The devices of a member', () => {
  const api = suiteApi();
  let sessions: ReturnType<typeof sessionsOf>;
  let member: Member;

  beforeAll(() => {
    sessions = sessionsOf(api);
  });
  beforeEach(async () => {
    member = await aMember(api);
  });

  const signInFrom = async (model: string, deviceKey = aDeviceKey(), more: object = {}) => {
    const device = { platform: 'harmony', model, ...more };
    const { body } = await clientOf(api)
      .login({ ...member, device }, deviceKey)
      .expect(200);
    return body.data as TokenPair;
  };
  const listOf = async (pair: TokenPair) => {
    const { body } = await selfOf(api, pair).get('devices').expect(200);
    return body.data.items as DeviceItem[];
  };
  const currentOf = async (pair: TokenPair) => (await listOf(pair)).find(({ current }) => current)!;

  describe('GET /api/v1/me/devices', () => {
    it('shows each with what it reported about itself, and never its key', async () => {
      const deviceKey = aDeviceKey();
      const pair = await signInFrom('Mate 80', deviceKey, { os_version: '6.0', app_version: '1.4.0' });
      const { body, text, headers } = await selfOf(api, pair).get('devices').expect(200);
      expect(body).toEqual({
        data: {
          items: [
            {
              id: expect.stringMatching(/^[0-9a-f-]{36}$/),
              platform: 'harmony',
              model: 'Mate 80',
              os_version: '6.0',
              app_version: '1.4.0',
              push_enabled: false,
              last_seen_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
              created_at: expect.stringMatching(/Z$/),
              current: true,
            },
          ],
        },
      });
      expect(text).not.toContain(deviceKey);
      expect(headers['cache-control']).toBe('no-store');
    });

    it('begins with the one seen last, where a refresh counts, and names the current one', async () => {
      const first = await signInFrom('first');
      await later(api, '1 hour');
      const second = await signInFrom('second');
      await later(api, '1 hour');
      await signInFrom('third');
      const seen = async (pair: TokenPair) => (await listOf(pair)).map(({ model, current }) => [model, current]);
      expect(await seen(second)).toEqual([
        ['third', false],
        ['second', true],
        ['first', false],
      ]);
      await later(api, '1 hour');
      const refreshed = await sessions.refreshed(first.refresh_token);
      expect(await seen(refreshed)).toEqual([
        ['first', true],
        ['third', false],
        ['second', false],
      ]);
      const { last_seen_at, created_at } = await currentOf(refreshed);
      expect(Date.parse(last_seen_at) - Date.parse(created_at)).toBeGreaterThan(3 * 3_600_000 - 1_000);
    });

    it('shows one device for all sign-ins of one installation, as it is now', async () => {
      const deviceKey = aDeviceKey();
      await signInFrom('Mate 80', deviceKey, { app_version: '1.4.0' });
      const pair = await signInFrom('Mate 80', deviceKey, { app_version: '1.5.0' });
      const { body } = await selfOf(api, pair).get('devices').expect(200);
      expect(body.data.items).toEqual([expect.objectContaining({ model: 'Mate 80', app_version: '1.5.0' })]);
    });

    it('shows none of other users, of the same installation or another', async () => {
      const deviceKey = aDeviceKey();
      const mine = await signInFrom('shared', deviceKey);
      const other = await aMember(api);
      const theirs = await signIn(api, other, { deviceKey });
      expect(await listOf(mine)).toHaveLength(1);
      expect((await listOf(theirs))[0]!.id).not.toBe((await listOf(mine))[0]!.id);
    });

    it('is for members only', () => expectMembersOnly(api, 'get', 'devices'));
  });

  describe('DELETE /api/v1/me/devices/{id}', () => {
    it('removes the device and ends all its sessions, and no others', async () => {
      const deviceKey = aDeviceKey();
      const mine = await signInFrom('mine');
      const lost = [await signInFrom('lost', deviceKey), await signInFrom('lost', deviceKey)];
      const { id } = await currentOf(lost[0]!);
      const { body } = await selfOf(api, mine).delete(`devices/${id}`).expect(200);
      expect(body).toEqual({ data: { success: true } });
      for (const pair of lost) {
        await sessions.expectDead(pair);
        await sessions.expectInvalid(pair.refresh_token);
      }
      await sessions.expectAlive(mine);
      expect((await listOf(mine)).map(({ model }) => model)).toEqual(['mine']);
      const told = await queryAs(
        api.urls.superuserUrl,
        `SELECT data ->> 'reason' AS reason FROM outbox_messages
          WHERE type = 'session.revoked' AND data ->> 'session_id' = ANY ($1)`,
        [lost.map(({ session_id }) => session_id)],
      );
      expect(told).toEqual([{ reason: 'device_removed' }, { reason: 'device_removed' }]);
      expect(await sessions.securityEventsOf(mine)).toEqual([
        { type: 'device_removed', details: { device_id: id, platform: 'harmony', model: 'lost', sessions: 2 } },
      ]);
      await selfOf(api, mine).delete(`devices/${id}`).expect(404);
      expect(await sessions.securityEventsOf(mine)).toHaveLength(1);
    });

    it('removes one whose sessions have all ended', async () => {
      const [mine, old] = [await signInFrom('mine'), await signInFrom('old')];
      const { id } = await currentOf(old);
      await clientOf(api).logout(old.access_token).expect(200);
      await selfOf(api, mine).delete(`devices/${id}`).expect(200);
      expect((await listOf(mine)).map(({ model }) => model)).toEqual(['mine']);
    });

    it('removes the current one, which signs out', async () => {
      const [mine, other] = [await signInFrom('mine'), await signInFrom('other')];
      const { id } = await currentOf(mine);
      await selfOf(api, mine).delete(`devices/${id.toUpperCase()}`).expect(200);
      await sessions.expectDead(mine);
      await sessions.expectInvalid(mine.refresh_token);
      expect((await listOf(other)).map(({ model }) => model)).toEqual(['other']);
    });

    it('forgets that the installation is known: the next sign-in makes a new device', async () => {
      const deviceKey = aDeviceKey();
      const mine = await signInFrom('mine', deviceKey);
      const { id } = await currentOf(mine);
      await selfOf(api, mine).delete(`devices/${id}`).expect(200);
      expect((await currentOf(await signInFrom('mine', deviceKey))).id).not.toBe(id);
    });

    it('finds only the member’s own at this App: 404 for all others', async () => {
      const mine = await signInFrom('mine');
      const foreign = await signIn(api, await aMember(api));
      const { id } = await currentOf(foreign);
      for (const path of [id, randomUUID(), mine.session_id, 'current', 'x', '%00', '..%2Fx']) {
        const { body } = await selfOf(api, mine).delete(`devices/${path}`).expect(404);
        expect(body.code).toBe('RESOURCE.NOT_FOUND');
      }
      await sessions.expectAlive(foreign);
    });

    it('is for members only', () => expectMembersOnly(api, 'delete', `devices/${randomUUID()}`));
  });
});
