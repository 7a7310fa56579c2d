import { AppDirectory } from '@libs/apps';
import { expectProblem, reasons } from '../../http/support/problem';
import { addEmail, passwordsOf, signedIn } from '../../mobile/support/account';
import { deleteAccount } from '../../mobile/support/account-life';
import { exported } from '../../mobile/support/data-exports';
import { aRegisteredMember, clientOf, outboxSettled, signIn } from '../../mobile/support/journey';
import { anEmail, PASSWORD, startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { deliveries, publishTo, recipients } from '../../support/deliveries';
import { startSmtpSink, type SmtpSink } from '../../support/smtp-sink';
import { suiteApi, suiteUrls } from '../../support/suite';
import { type AdminClient, asOwner, suiteOwner } from '../support/admin';
import { type AppAnswer, aManagedApp, auditOf, NEW_APP } from '../support/apps';

const NOTHING = { from_name: null, from_address: null, reply_to: null };
const DOMAINS = {
  MAIL_FROM: 'Kernel <no-reply@kernel.example>',
  MAIL_FROM_DOMAINS: 'mail.example.com, Bücher.example',
};

describe('The sender of an App', () => {
  const api = suiteApi(DOMAINS);
  const owner = suiteOwner(api);
  let app: AppAnswer;

  beforeEach(async () => {
    app = await aManagedApp(owner);
  });

  const patch = (mail: object | null) => owner.patch(`apps/${app.id}`, { mail, lock_version: app.lock_version });
  const patched = async (mail: object | null) => {
    app = ((await patch(mail).expect(200)).body as { data: AppAnswer }).data;
    return app['mail'];
  };

  it('is nothing of its own at first, merges, and is reset by null', async () => {
    expect(app['mail']).toEqual(NOTHING);
    expect(await patched({ from_name: 'Tea' })).toEqual({ ...NOTHING, from_name: 'Tea' });
    expect(await patched({ from_address: 'Tea@Mail.Example.COM', reply_to: 'help@elsewhere.example' })).toEqual({
      from_name: 'Tea',
      from_address: 'tea@mail.example.com',
      reply_to: 'help@elsewhere.example',
    });
    expect(await patched({ from_name: null })).toMatchObject({ from_name: null, from_address: 'tea@mail.example.com' });
    expect(await patched(null)).toEqual(NOTHING);
    const { mail } = await aManagedApp(owner, { mail: { from_address: 'books@bücher.example' } });
    expect(mail).toEqual({ ...NOTHING, from_address: 'books@xn--bcher-kva.example' });
  });

  it('is recorded with the state before and after', async () => {
    await patched({ from_name: 'Tea', reply_to: 'help@example.com' });
    const [, { changes } = { changes: [] }] = await auditOf(api, app.id);
    expect(changes).toEqual([
      { path: 'mail.from_name', before: null, after: 'Tea' },
      { path: 'mail.reply_to', before: null, after: 'help@example.com' },
    ]);
  });

  it.each([
    [{ from_address: 'tea@example.com' }, 'mail.from_address domain_not_allowed'],
    // The domain of MAIL_FROM is not listed here.
    [{ from_address: 'no-reply@kernel.example' }, 'mail.from_address domain_not_allowed'],
    [{ from_address: 'tea@sub.mail.example.com' }, 'mail.from_address domain_not_allowed'],
    [{ from_address: 'tea@xmail.example.com' }, 'mail.from_address domain_not_allowed'],
    [{ from_address: 'tea@mail.example.com.evil.example' }, 'mail.from_address domain_not_allowed'],
    [{ from_address: 'tea' }, 'mail.from_address not_email'],
    [{ from_address: 'tea@mail.example.com\r\nBcc: x@example.com' }, 'mail.from_address not_email'],
    [{ from_address: 'a@mail.example.com, b@mail.example.com' }, 'mail.from_address not_email'],
    [{ reply_to: 'help' }, 'mail.reply_to not_email'],
    [{ reply_to: 'Help <help@example.com>' }, 'mail.reply_to not_email'],
    [{ from_name: 'Tea\r\nBcc: x@example.com' }, 'mail.from_name invalid'],
    [{ from_name: '' }, 'mail.from_name required'],
    [{ from_name: '\u200b \u2028' }, 'mail.from_name invalid'],
    [{ from_name: 'x'.repeat(81) }, 'mail.from_name too_long'],
    [{ from: 'Tea' }, 'mail.from unknown_field'],
    [[], 'mail not_object'],
  ])('is refused as %j: 422', async (mail, reason) => {
    for (const answer of [await patch(mail), await owner.post('apps', { ...NEW_APP, mail })]) {
      expect(reasons(expectProblem(answer, 422, 'REQUEST.VALIDATION_FAILED'))).toEqual([reason]);
    }
  });

  it('that is refused is told which domains there are', async () => {
    const { body } = await patch({ from_address: 'tea@example.com' });
    expect(body.errors[0].message).toBe(
      'Must be an address of one of these domains: mail.example.com, xn--bcher-kva.example.',
    );
  });

  it('is told to no client', async () => {
    await patched({ from_name: 'Tea from the hills', reply_to: 'secret@example.com' });
    const { text } = await api.http.get('/api/v1/public/config').set('X-AppID', app.id).expect(200);
    expect(text).not.toMatch(/from_name|hills|secret@/);
  });
});

describe('Mails to members', () => {
  const urls = suiteUrls();
  let api: TestApi;
  let owner: AdminClient;
  let sink: SmtpSink;

  const start = async (environment: Readonly<Record<string, string>>) => {
    api = readingCodesFrom(sink, await startTestApi({ ...environment, SMTP_URL: sink.url }, urls));
    owner = await asOwner(api);
  };

  beforeAll(async () => {
    sink = await startSmtpSink();
    await start(DOMAINS);
  });
  beforeEach(() => {
    sink.mails.length = 0;
    sink.senders.length = 0;
  });
  afterAll(async () => {
    await api.close();
    await sink.close();
  });

  const setSender = async (mail: object | null, name = 'Default App') => {
    const { lock_version } = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as AppAnswer;
    await owner.patch(`apps/${api.appId}`, { name, mail, lock_version }).expect(200);
  };
  /** Of all mails since the beginning of the test. */
  const sendersOf = () =>
    new Set(
      sink.mails.map(({ from, replyTo = [] }, at) =>
        [from?.name, from?.address, ...replyTo.map(({ address }) => address), `by ${sink.senders[at]}`].join(' | '),
      ),
    );
  const aForgottenPassword = async () => {
    const { email } = await aRegisteredMember(api);
    await passwordsOf(api).forgot(email).expect(202);
    await outboxSettled(api);
  };

  it('are under the name of the App, from the address of the installation', async () => {
    await setSender(null, 'Tea & "Books", <Shop>\n茶');
    await aForgottenPassword();
    expect(sendersOf()).toEqual(
      new Set(['Tea & "Books", <Shop> 茶 | no-reply@kernel.example | by no-reply@kernel.example']),
    );
  });

  it('have the sender of the App, whatever they tell', async () => {
    await setSender({ from_name: '茶 Tea', from_address: 'tea@mail.example.com', reply_to: 'help@tea.example' });
    const registered = await aRegisteredMember(api, { locale: 'en-US' });
    await queryAs(api.urls.superuserUrl, 'DELETE FROM otp_limits');
    await clientOf(api).register(registered).expect(202);
    await passwordsOf(api).forgot(registered.email).expect(202);
    await outboxSettled(api);
    const member = await signedIn(api, registered);
    await signIn(api, member);
    await addEmail(api, member, anEmail());
    await exported(api, member);
    await deleteAccount(api, member);
    await outboxSettled(api);
    // Which keeps the account.
    await signIn(api, member);
    await outboxSettled(api);
    const reader = (await recipients(api, [{ locale: 'en-US' }]))[0]!;
    for (const messageType of ['private', 'security', null] as const) {
      await deliveries(api, await publishTo(api, [reader], { messageType, channels: ['in_app', 'email'] }));
    }
    expect(sendersOf()).toEqual(
      new Set(['茶 Tea | tea@mail.example.com | help@tea.example | by tea@mail.example.com']),
    );
    const subjects = sink.mails.map(({ subject }) => subject).sort();
    expect([...new Set(subjects)]).toEqual([
      'A way to sign in was added to your Default App account',
      'Confirm this address for Default App',
      'Hello',
      'New sign-in to your Default App account',
      'You already have an account at Default App',
      'Your Default App account will be deleted',
      'Your Default App account will be kept',
      'Your Default App data is ready to download',
      'Your Default App security code',
      'Your Default App verification code',
      'Your code to reset the Default App password',
    ]);
  });

  it('of another App are not from it; mails to administrators are from the installation', async () => {
    await setSender({ from_name: 'Tea', from_address: 'tea@mail.example.com', reply_to: 'help@tea.example' });
    const other = await aManagedApp(owner, { name: 'Books' });
    const email = anEmail();
    await clientOf(api, other.id).register({ email, password: PASSWORD }).expect(202);
    await owner.post('users', { email: anEmail(), display_name: 'Mei', roles: ['auditor'] }).expect(201);
    await outboxSettled(api);
    expect(sendersOf()).toEqual(
      new Set([
        'Books | no-reply@kernel.example | by no-reply@kernel.example',
        'Kernel | no-reply@kernel.example | by no-reply@kernel.example',
      ]),
    );
  });

  it('fall back to the address of the installation once a domain is no longer listed, and other changes are not refused', async () => {
    const mail = { from_name: 'Tea', from_address: 'tea@mail.example.com', reply_to: 'help@tea.example' };
    await setSender(mail);
    await api.close();
    await start({ ...DOMAINS, MAIL_FROM_DOMAINS: 'new.example' });
    await aForgottenPassword();
    expect(sendersOf()).toEqual(
      new Set(['Tea | no-reply@kernel.example | help@tea.example | by no-reply@kernel.example']),
    );
    const { lock_version } = (await owner.get(`apps/${api.appId}`).expect(200)).body.data as AppAnswer;
    const { body } = await owner
      .patch(`apps/${api.appId}`, { mail: { from_name: 'Tea house' }, lock_version })
      .expect(200);
    expect(body.data.mail).toEqual({ ...mail, from_name: 'Tea house' });
    expect(await api.get(AppDirectory).findAvailable(api.appId)).toMatchObject({ mail: { fromName: 'Tea house' } });
  });
});

/** For the helpers of suites, which read codes where mails wait in development. */
function readingCodesFrom(sink: SmtpSink, api: TestApi): TestApi {
  const mailsTo = (address: string) =>
    Promise.resolve(
      sink.mails
        .filter(({ to }) => to?.some((one) => one.address === address))
        .map(({ subject = null, text = '' }) => ({ subject, text, code: /^\d{6}$/m.exec(text)?.[0] ?? null }))
        .reverse(),
    );
  return { ...api, mailsTo };
}
