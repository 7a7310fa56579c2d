import type { TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { clientOf, type TokenPair } from './journey';

type Headers = Readonly<Record<string, string>>;

/** Frequent requests of suites about sessions. */
export function sessionsOf(api: TestApi) {
  const client = clientOf(api);
  return {
    refresh: client.refresh,
    refreshed: async (token: string, headers?: Headers) =>
      (await client.refresh(token, headers).expect(200)).body.data as TokenPair,
    expectInvalid: async (token: unknown, headers?: Headers) => {
      const { body } = await client.refresh(token, headers).expect(401);
      expect(body).toMatchObject({ code: 'IAM.TOKEN.INVALID', status: 401 });
    },
    expectAlive: (pair: TokenPair) => client.context(pair.access_token).expect(200),
    expectDead: async (pair: TokenPair) => {
      const { body } = await client.context(pair.access_token).expect(401);
      expect(body.code).toBe('IAM.TOKEN.INVALID');
    },
    /** All except the one that it was opened from a new device. */
    securityEventsOf: ({ session_id }: TokenPair) =>
      queryAs(
        api.urls.superuserUrl,
        `SELECT type, details FROM security_events WHERE session_id = $1 AND type <> 'new_device_login' ORDER BY id`,
        [session_id],
      ),
  };
}
