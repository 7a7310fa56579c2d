import { startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../../support/database';
import { rounds } from '../../support/rounds';
import { aMember, clientOf, type Member, signIn, type TokenPair } from '../support/journey';
import { sessionsOf } from '../support/sessions';
import { later } from '../../support/time-travel';

const CAP = 50;

describe('A member has 50 live sessions at an App', () => {
  let urls: TestDatabaseUrls;
  let apis: readonly [TestApi, TestApi];
  let api: TestApi;
  let member: Member;

  beforeAll(async () => {
    urls = await copyTemplate();
    apis = [await startTestApi({}, urls), await startTestApi({}, urls)];
    api = apis[0];
  });
  afterAll(async () => {
    for (const each of apis) await each.close();
    await urls.drop();
  });
  beforeEach(async () => {
    member = await aMember(api);
  });

  const ofMember = (columns: string, condition: string) =>
    queryAs<{ id: string; reason: string | null }>(
      urls.superuserUrl,
      `SELECT ${columns} FROM sessions s JOIN login_identifiers i ON i.user_id = s.user_id
        WHERE i.value = $1 AND ${condition} ORDER BY s.id`,
      [member.email],
    );
  const live = () => ofMember('s.id', 's.revoked_at IS NULL AND s.expires_at > now()');
  const ended = () => ofMember('s.id, s.revoke_reason AS reason', 's.revoked_at IS NOT NULL');
  /** As if the member had signed in so many times more at this moment, like the last time. */
  const sessionsLike = ({ session_id }: TokenPair, count: number) =>
    queryAs(
      urls.superuserUrl,
      `INSERT INTO sessions
       SELECT (jsonb_populate_record(s, jsonb_build_object('id', gen_random_uuid(), 'created_at', now(),
                                                           'last_active_at', now()))).*
         FROM sessions s CROSS JOIN generate_series(1, $2) WHERE s.id = $1`,
      [session_id, count],
    );

  it('and the next sign-in ends the one that was active longest ago, however it was opened', async () => {
    const sessions = sessionsOf(api);
    const oldest = await signIn(api, member);
    await later(api, '1 minute');
    const second = await signIn(api, member);
    await later(api, '1 minute');
    await sessionsLike(second, CAP - 2);
    expect(await live()).toHaveLength(CAP);
    const kept = await sessions.refreshed(oldest.refresh_token);
    const newest = await signIn(api, member);
    await sessions.expectDead(second);
    await sessions.expectInvalid(second.refresh_token);
    await sessions.expectAlive(kept);
    await sessions.expectAlive(newest);
    expect(await ended()).toEqual([{ id: second.session_id, reason: 'session_cap' }]);
    expect(await sessions.securityEventsOf(second)).toEqual([
      { type: 'session_revoked', details: { reason: 'session_cap' } },
    ]);
    const told = await queryAs(
      urls.superuserUrl,
      `SELECT data ->> 'reason' AS reason FROM outbox_messages WHERE type = 'session.revoked' AND data ->> 'session_id' = $1`,
      [second.session_id],
    );
    expect(told).toEqual([{ reason: 'session_cap' }]);
  });

  it('where those that ended or expired do not count', async () => {
    const [one, other] = [await signIn(api, member), await signIn(api, member)];
    await sessionsLike(other, CAP - 2);
    expect(await live()).toHaveLength(CAP);
    await clientOf(api).logout(one.access_token).expect(200);
    await queryAs(urls.superuserUrl, 'UPDATE sessions SET expires_at = now() WHERE id = $1', [other.session_id]);
    for (let count = 0; count < 2; count++) await signIn(api, member);
    expect(await live()).toHaveLength(CAP);
    expect((await ended()).map(({ reason }) => reason)).toEqual(['logout']);
  });

  it('and never more, however many sign in at once at two processes', async () => {
    await sessionsLike(await signIn(api, member), CAP - 6);
    for (let round = 0; round < rounds(3); round++) {
      const answers = await Promise.all(
        Array.from({ length: 20 }, (_, index) => clientOf(apis[index % 2] ?? api).login(member)),
      );
      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await live()).toHaveLength(CAP);
    }
    expect((await ended()).map(({ reason }) => reason)).toEqual(
      Array.from({ length: 20 * rounds(3) - 5 }, () => 'session_cap'),
    );
  });
});
