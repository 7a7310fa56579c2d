import { AppsService } from '@libs/apps';
import { aDeviceKey, anEmail, PASSWORD } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { suiteApi } from '../../support/suite';
import { aMember, aPendingMember, clientOf, codeSentTo, type Member, signIn } from '../support/journey';
import { later as laterOf } from '../../support/time-travel';

const WRONG = 'not the password';

/** Who come at once beyond those that are admitted. */
const GUESSERS = rounds(195);
const LATECOMERS = rounds(30);
/** More than are admitted at a time. */
const RIGHT_AT_ONCE = 5 + rounds(25);
/** Real minutes of an hour, in which the others are made up. */
const MINUTES = rounds(10);

describe('the throttle of sign-ins', () => {
  const api = suiteApi();

  // The failures of one test at this address must not use up the allowance of the next.
  beforeEach(() => queryAs(api.urls.superuserUrl, 'DELETE FROM login_throttles'));

  /** For what is throttled alone: nothing else here depends on the time. */
  const later = (duration: string) => laterOf(api, duration, ['login_throttles']);
  const attempt = (email: string, password = WRONG, deviceKey = aDeviceKey(), appId = api.appId) =>
    clientOf(api, appId).login({ email, password }, deviceKey);
  const failTimes = async (count: number, email: string, deviceKey?: string) => {
    for (let failure = 0; failure < count; failure++) await attempt(email, WRONG, deviceKey).expect(401);
  };
  /** The seconds that a refused attempt is asked to wait. */
  const waitOf = async (email: string, password?: string, deviceKey?: string) => {
    const { body, headers } = await attempt(email, password, deviceKey).expect(429);
    expect(body).toMatchObject({ code: 'IAM.LOGIN.THROTTLED', status: 429 });
    return Number(headers['retry-after']);
  };
  const expectAbout = (seconds: number, expected: number) => {
    expect(seconds).toBeLessThanOrEqual(expected);
    expect(seconds).toBeGreaterThan(expected - 10);
  };

  describe('of an identifier', () => {
    it('starts a wait of 60 s with the fifth failure, during which the right password is refused too', async () => {
      const { email, password } = await aMember(api);
      await failTimes(5, email);
      expectAbout(await waitOf(email), 60);
      expectAbout(await waitOf(email, password), 60);
      await later('61 seconds');
      await attempt(email, password).expect(200);
    });

    it('doubles the wait to 900 s', async () => {
      const email = anEmail();
      await failTimes(5, email);
      for (const seconds of [60, 120, 240, 480, 900, 900]) {
        expectAbout(await waitOf(email), seconds);
        await later(`${seconds} seconds`);
        await failTimes(1, email);
      }
    });

    it('is the same for addresses that do not exist', async () => {
      const known = await aMember(api);
      const told = new Set<string>();
      for (const email of [known.email, anEmail()]) {
        const answers = [];
        for (let count = 0; count < 7; count++) {
          const { status, body, headers } = await attempt(email);
          const { request_id: _id, ...rest } = body as Record<string, unknown>;
          const {
            date: _date,
            'x-request-id': _header,
            'retry-after': wait,
            ...sent
          } = headers as Record<string, string>;
          answers.push([status, rest, sent, wait === undefined ? null : Number(wait) > 50]);
        }
        told.add(JSON.stringify(answers));
      }
      expect(told.size).toBe(1);
    });

    it('counts across the Apps of the tenant and the spellings of the address', async () => {
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      const email = anEmail();
      await failTimes(3, email);
      await attempt(email, WRONG, aDeviceKey(), other.id).expect(401);
      await attempt(` ${email.toUpperCase()}`, WRONG).expect(401);
      await attempt(email, WRONG, aDeviceKey(), other.id).expect(429);
    });

    it('forgets failures after 15 minutes without another', async () => {
      const email = anEmail();
      await failTimes(4, email);
      await later('15 minutes');
      await failTimes(4, email);
      await later('14 minutes');
      await failTimes(1, email);
      expectAbout(await waitOf(email), 60);
      await later('16 minutes');
      await failTimes(5, email);
      expectAbout(await waitOf(email), 60);
    });

    it('starts anew after a success', async () => {
      const { email, password } = await aMember(api);
      await failTimes(4, email);
      await attempt(email, password).expect(200);
      await failTimes(5, email);
      expectAbout(await waitOf(email), 60);
    });

    it('counts the right password of a pending membership neither as a failure nor as a success', async () => {
      const { email, password } = await aPendingMember(api);
      await codeSentTo(api, email);
      await failTimes(4, email);
      for (let count = 0; count < 6; count++) {
        const { body } = await attempt(email, password).expect(401);
        expect(body.code).toBe('IAM.LOGIN.VERIFICATION_REQUIRED');
      }
      await failTimes(1, email);
      expectAbout(await waitOf(email), 60);
    });

    it('does not count malformed requests', async () => {
      const { email, password } = await aMember(api);
      for (let count = 0; count < 10; count++) await attempt(email, 'short').expect(422);
      await failTimes(4, email);
      await attempt(email, password).expect(200);
    });
  });

  describe('of a known device', () => {
    it('has a counter of its own, so that nobody can lock the owner out', async () => {
      const member = await aMember(api);
      const deviceKey = aDeviceKey();
      await signIn(api, member, { deviceKey });
      await failTimes(5, member.email);
      await waitOf(member.email, member.password);
      await signIn(api, member, { deviceKey });
      // The owner's success does not clear the stranger's wait.
      await waitOf(member.email);
    });

    it('counts its failures like any other', async () => {
      const member = await aMember(api);
      const deviceKey = aDeviceKey();
      await signIn(api, member, { deviceKey });
      await failTimes(5, member.email, deviceKey);
      expectAbout(await waitOf(member.email, member.password, deviceKey), 60);
      await attempt(member.email, member.password).expect(200);
    });

    it('is known for that account only', async () => {
      const [owner, other] = [await aMember(api), await aMember(api)];
      const deviceKey = aDeviceKey();
      await signIn(api, other, { deviceKey });
      await failTimes(5, owner.email);
      await waitOf(owner.email, owner.password, deviceKey);
    });
  });

  describe('of an address', () => {
    const failForManyAccounts = async (count: number, appId?: string) => {
      for (let failure = 0; failure < count; failure++)
        await attempt(anEmail(), WRONG, aDeviceKey(), appId).expect(401);
    };

    it('lets 30 credentials a minute fail, then refuses everybody at that App from there', async () => {
      const member = await aMember(api);
      const other = await api
        .get(AppsService)
        .create(api.tenantId, { name: 'Second App', appType: 'uni_app', defaultLocale: 'zh-CN' });
      await failForManyAccounts(30);
      expectAbout(await waitOf(anEmail()), 60);
      expectAbout(await waitOf(member.email, member.password), 60);
      await attempt(anEmail(), WRONG, aDeviceKey(), other.id).expect(401);
      await later('61 seconds');
      await attempt(member.email, member.password).expect(200);
      await failForManyAccounts(30);
      await waitOf(anEmail());
    });

    it('lets 300 fail an hour', async () => {
      for (let minute = 1; minute <= MINUTES; minute++) {
        await failForManyAccounts(30);
        await later('61 seconds');
        if (minute > 1) continue;
        // As many minutes as have not to pass in earnest, in each of which as many failed.
        await queryAs(
          api.urls.superuserUrl,
          'UPDATE login_throttles SET failures = failures + 30 * $1 WHERE minute_failures = 30',
          [10 - MINUTES],
        );
        await later(`${61 * (10 - MINUTES)} seconds`);
      }
      const wait = await waitOf(anEmail());
      expect(wait).toBeGreaterThan(2_900);
      expect(wait).toBeLessThan(3_000);
      await later('50 minutes');
      await failForManyAccounts(1);
    });

    it('counts no success', async () => {
      const member = await aMember(api);
      // One that counted would use up what the last failure needs.
      for (let count = 0; count < 5; count++) await signIn(api, member);
      await failForManyAccounts(30);
      await waitOf(anEmail());
    });

    it('counts no refusal: a throttled account spends nothing of the address', async () => {
      const email = anEmail();
      await failTimes(5, email);
      // One that was counted would use up what the last failure needs.
      for (let count = 0; count < 5; count++) await waitOf(email);
      await failForManyAccounts(25);
      await waitOf(anEmail());
    });
  });

  describe('of many at once', () => {
    const statusesOf = async (attempts: PromiseLike<{ status: number }>[]) =>
      (await Promise.all(attempts)).map(({ status }) => status).sort();
    const evaluated = async (email: string) =>
      (
        await queryAs<{ count: number }>(
          api.urls.superuserUrl,
          `SELECT count(*)::int AS count FROM login_events e JOIN login_identifiers i ON i.user_id = e.user_id
            WHERE i.value = $1 AND e.result = 'failure'`,
          [email],
        )
      )[0]?.count;

    it(`looks at five of ${5 + GUESSERS} parallel wrong passwords at most`, async () => {
      const { email, password } = await aMember(api);
      const statuses = await statusesOf(Array.from({ length: 5 + GUESSERS }, () => attempt(email)));
      expect(statuses).toEqual([...Array<number>(5).fill(401), ...Array<number>(GUESSERS).fill(429)]);
      expect(await evaluated(email)).toBe(5);
      await waitOf(email, password);
    });

    it(`looks at 30 of ${30 + LATECOMERS} parallel attempts for as many accounts at most`, async () => {
      const statuses = await statusesOf(Array.from({ length: 30 + LATECOMERS }, () => attempt(anEmail())));
      expect(statuses).toEqual([...Array<number>(30).fill(401), ...Array<number>(LATECOMERS).fill(429)]);
    });

    it(`refuses none of ${RIGHT_AT_ONCE} parallel sign-ins with the right password, from new devices or from the same`, async () => {
      const member: Member = await aMember(api);
      const anywhere = Array.from({ length: RIGHT_AT_ONCE }, () => attempt(member.email, member.password));
      expect(new Set(await statusesOf(anywhere))).toEqual(new Set([200]));
      const deviceKey = aDeviceKey();
      const atOnce = Array.from({ length: RIGHT_AT_ONCE }, () => attempt(member.email, member.password, deviceKey));
      expect(new Set(await statusesOf(atOnce))).toEqual(new Set([200]));
    });

    it(`refuses none of ${30 + LATECOMERS} parallel sign-ins of as many members behind one address`, async () => {
      const members = await Promise.all(Array.from({ length: 30 + LATECOMERS }, () => aMember(api)));
      const atOnce = members.map(({ email, password }) => attempt(email, password));
      expect(new Set(await statusesOf(atOnce))).toEqual(new Set([200]));
      // And none of them has left a trace: all 30 failures of the minute are still available.
      await attempt(anEmail(), PASSWORD).expect(401);
    });

    it('counts what fails among parallel sign-ins that succeed', async () => {
      const { email, password } = await aMember(api);
      await Promise.all([
        ...Array.from({ length: 10 }, () => attempt(email, password)),
        ...Array.from({ length: 3 }, () => attempt(email)),
      ]);
      expect(await evaluated(email)).toBe(3);
    });
  });
});
