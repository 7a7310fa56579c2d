import { PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { suiteApi } from '../../support/suite';
import { userIdOf } from '../support/captcha';
import { aMember, aRegisteredMember, outboxSettled, signIn } from '../support/journey';

/** What a registration leaves of its code: without it, the member is the same. */
const OF_CODES = ['otp_challenges'];

describe('A member inserted for suites', () => {
  const api = suiteApi();
  const ask = (text: string, values: unknown[] = []) => queryAs<Row>(api.urls.superuserUrl, text, values);

  /** All that tables know of the user, without ids, times and secrets, which differ. */
  const rowsOf = async (userId: string) => {
    const tables = await ask(
      `SELECT table_name AS name, 'user_id' AS key FROM information_schema.columns c JOIN information_schema.tables t
          USING (table_schema, table_name)
        WHERE table_schema = 'public' AND table_type = 'BASE TABLE' AND column_name = 'user_id'
       UNION SELECT 'users', 'id' ORDER BY name`,
    );
    const rows: Record<string, unknown[]> = {};
    for (const { name, key } of tables) {
      const found = await ask(`SELECT to_jsonb(t) AS row FROM ${name} t WHERE ${key} = $1 ORDER BY 1`, [userId]);
      if (found.length > 0 && !OF_CODES.includes(name ?? '')) rows[name ?? ''] = found.map(({ row }) => shapeOf(row));
    }
    return rows;
  };
  const eventsOf = (userId: string) =>
    ask(
      `SELECT type, app_id, data FROM outbox_messages WHERE data = jsonb_build_object('user_id', $1::text) ORDER BY type`,
      [userId],
    ).then((events) => events.map(({ type }) => type));

  it.each([
    ['without details', {}],
    ['with details', { display_name: 'Lin', locale: 'ja-JP' }],
  ])('is as one who registered, %s', async (_, details) => {
    const registered = await aRegisteredMember(api, details);
    const inserted = await aMember(api, details);
    expect(inserted.password).toBe(PASSWORD);
    for (const member of [registered, inserted]) await signIn(api, member);
    await outboxSettled(api);
    const [one, other] = [await userIdOf(api, registered.email), await userIdOf(api, inserted.email)];
    const rows = await rowsOf(one);
    expect(Object.keys(rows)).toEqual(
      expect.arrayContaining(['app_memberships', 'login_identifiers', 'sessions', 'users']),
    );
    expect(await rowsOf(other)).toEqual(rows);
    expect(await eventsOf(one)).toEqual(['member.registered', 'member.verified']);
    expect(await eventsOf(other)).toEqual(await eventsOf(one));
  });
});

type Row = Record<'name' | 'key' | 'type', string> & { row: Record<string, unknown> };

/** Of ids, times, bytes and addresses only whether they are there. */
function shapeOf(row: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(row).map(([column, value]) => [
      column,
      typeof value === 'string' && /^[\da-f-]{36}$|^\d{4}-\d\d-\d\dT|^\\x|@|\$/.test(value) ? 'some' : value,
    ]),
  );
}
