import { Client } from 'pg';
import { anEmail, eventually, startTestApi, type TestApi } from '../../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../../support/database';
import { rounds } from '../../support/rounds';
import {
  accountOf,
  additionToken,
  aStepUpToken,
  challengeEmail,
  forgetStepUpClocks,
  numberOfCodes,
  signedIn,
} from '../support/account';
import { aMember, clientOf, outboxSettled } from '../support/journey';

/** Two api processes against one database: no rule may depend on the memory of either. */
describe('The addition of an identifier, raced for at two api processes,', () => {
  let urls: TestDatabaseUrls;
  let apis: readonly [TestApi, TestApi];
  let api: TestApi;

  beforeAll(async () => {
    urls = await copyTemplate();
    apis = [await startTestApi({}, urls), await startTestApi({}, urls)];
    api = apis[0];
  });
  afterAll(async () => {
    for (const each of apis) await each.close();
    await urls.drop();
  });

  const aSignedInMember = async () => signedIn(api, await aMember(api));
  const sql = (statement: string, ...values: unknown[]) => queryAs(urls.superuserUrl, statement, values);
  const at = (index: number) => apis[index % 2] ?? api;

  it('is begun once of 20 times by one token, each for another address', async () => {
    const member = await aSignedInMember();
    const token = await additionToken(api, member);
    const emails = Array.from({ length: 20 }, () => anEmail());
    const answers = await Promise.all(
      emails.map((email, index) => accountOf(at(index), member.pair).challenge(email, token)),
    );
    const codes = answers.map(({ status, body }) => (body as { code?: string }).code ?? String(status)).sort();
    expect(codes).toEqual(['202', ...Array.from({ length: 19 }, () => 'IAM.STEP_UP.REQUIRED')]);
    await outboxSettled(api);
    const sent = await Promise.all(emails.map((email) => numberOfCodes(api, email)));
    expect(sent.reduce((sum, one) => sum + one)).toBe(1);
  });

  it('begins once of 20 times for one address, with one code', async () => {
    const member = await aSignedInMember();
    const token = await additionToken(api, member);
    const email = anEmail();
    const ask = (index: number) => accountOf(at(index), member.pair).challenge(email, token);
    const answers = await Promise.all(Array.from({ length: 20 }, (_, index) => ask(index)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    await outboxSettled(api);
    expect(await numberOfCodes(api, email)).toBe(1);
  });

  it('does not outlive a logout that comes between its proof and its writing', async () => {
    const member = await aSignedInMember();
    const email = anEmail();
    const code = await challengeEmail(api, member, email);
    const holder = new Client({ connectionString: urls.superuserUrl });
    await holder.connect();
    try {
      await holder.query('BEGIN');
      await holder.query('SELECT 1 FROM users WHERE id = $1 FOR NO KEY UPDATE', [member.userId]);
      const verification = member.account.verify(email, code).then((answer) => answer);
      await eventually(async () => {
        const waiting = await sql(
          `SELECT 1 FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%users%'`,
        );
        return waiting.length > 0;
      });
      await clientOf(api).logout(member.pair.access_token).expect(200);
      await holder.query('COMMIT');
      const { status, body } = await verification;
      expect([status, body.code]).toEqual([401, 'IAM.TOKEN.INVALID']);
    } finally {
      await holder.end();
    }
    expect(await sql('SELECT 1 FROM login_identifiers WHERE value = $1', email)).toEqual([]);
  });

  it('is answered 200 exactly if it was made, whatever a concurrent logout does', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const member = await aSignedInMember();
      const email = anEmail();
      const code = await challengeEmail(api, member, email);
      const [verified, loggedOut] = await Promise.all([
        accountOf(at(round), member.pair).verify(email, code),
        clientOf(at(round + 1)).logout(member.pair.access_token),
      ]);
      expect([200, 401]).toContain(verified.status);
      expect(loggedOut.status).toBe(200);
      const rows = await sql('SELECT 1 FROM login_identifiers WHERE value = $1', email);
      expect(rows.length === 1).toBe(verified.status === 200);
    }
  });

  it('leaves a verified primary identifier when the older one is removed at the same moment', async () => {
    for (let round = 0; round < rounds(20); round++) {
      const member = await aSignedInMember();
      const removal = { purpose: 'identifier_remove', resource: member.identifierId };
      const token = await aStepUpToken(api, member, removal);
      await forgetStepUpClocks(api);
      const email = anEmail();
      const code = await challengeEmail(api, member, email);
      const [verified, removed] = await Promise.all([
        accountOf(at(round), member.pair).verify(email, code),
        accountOf(at(round + 1), member.pair).remove(member.identifierId, token),
      ]);
      expect(verified.status).toBe(200);
      expect([200, 409]).toContain(removed.status);
      const left = await member.account.identifiers();
      expect(left).toHaveLength(removed.status === 200 ? 1 : 2);
      expect(left.map(({ is_primary }) => is_primary)).toEqual(left.map((_, index) => index === 0));
      await outboxSettled(api);
      const told = (await api.mailsTo(member.email)).filter((mail) => mail.code === null);
      expect(told).toHaveLength(removed.status === 200 ? 2 : 1);
    }
  });
});
