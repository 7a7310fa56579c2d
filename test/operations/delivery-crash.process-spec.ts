import { asOwner } from '../admin/support/admin';
import { startTestApi, eventually, type TestApi } from '../support/api';
import { copyTemplate, queryAs, testPostgres, type TestDatabaseUrls } from '../support/database';
import { deliveries, deliveriesOf, publishTo, type Recipient, recipients, timePasses } from '../support/deliveries';
import { leasesEnd } from '../support/outbox';
import { type ServerProcess, startServerProcess, WORKER } from '../support/server-process';
import { type GatewayRequest, type SignedGateway, startPushGateway } from '../support/push/signed-gateway';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';
import { startTestWorker, type TestWorker } from '../support/worker';

const SECRET = { title: { 'en-US': 'A secret title' }, body: { 'en-US': 'A secret body' } };

describe('A worker that is killed when something has left', () => {
  let urls: TestDatabaseUrls;
  let api: TestApi;
  let sink: SmtpSink;
  let gateway: SignedGateway<GatewayRequest>;
  let member: Recipient;
  let mail: string;
  let push: string;
  let killed: ServerProcess;
  let next: TestWorker;
  const logOfNext: string[] = [];

  beforeAll(async () => {
    urls = await copyTemplate();
    [sink, gateway] = await Promise.all([startSmtpSink(), startPushGateway()]);
    api = await startTestApi({ RUN_WORKER: 'false', OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1' }, urls);
    const owner = await asOwner(api);
    await owner.put(`apps/${api.appId}/push-providers/webhook`, { enabled: true, config: gateway.config }).expect(200);
    [member] = (await recipients(api, [{ locale: 'en-US', displayName: 'Lin Secretname' }])) as [Recipient];
    const answers = Promise.withResolvers<void>();
    sink.taken = () => answers.promise;
    gateway.before = () => answers.promise;
    killed = await startServerProcess(
      {
        DATABASE_URL: urls.applicationUrl,
        RUN_MIGRATIONS: 'false',
        DATA_DIR: testPostgres().directory,
        ...environment(),
      },
      WORKER,
    );
    mail = await publishTo(api, [member], { channels: ['in_app', 'email'], ...SECRET });
    push = await publishTo(api, [member], { channels: ['in_app', 'push'] });
    await eventually(() => Promise.resolve(sink.mails.length === 1 && gateway.received.length === 1));
    for (const message of [mail, push]) {
      expect((await deliveriesOf(api, message))[0]).toMatchObject({ status: 'pending', attempts: 1 });
    }
    await killed.kill('SIGKILL');
    answers.resolve();
    next = await startTestWorker(urls, environment(), { log: logOfNext });
    // What it was sending is tried again before half a minute is over.
    await timePasses(api, '25 seconds');
    await leasesEnd(urls);
  }, 300_000);
  afterAll(async () => {
    await killed.kill('SIGKILL');
    await next.close();
    await api.close();
    await Promise.all([sink.close(), gateway.close()]);
    await urls.drop();
  });

  const environment = () => ({
    NODE_ENV: 'test',
    SMTP_URL: sink.url,
    OUTGOING_ALLOWED_ADDRESSES: '127.0.0.1',
    LOG_LEVEL: 'debug',
  });
  const sent = async (message: string) => {
    const [row] = await eventually(async () => {
      const rows = await deliveriesOf(api, message);
      return rows[0]?.status === 'sent' && rows;
    }, 120_000);
    return row;
  };

  it('is followed by one that sends the mail again under the same id, and counts both tries', async () => {
    const row = await sent(mail);
    expect(row?.attempts).toBe(2);
    expect(sink.mails.map(({ messageId }) => /^<([^@]+)@/.exec(messageId ?? '')?.[1])).toEqual([row?.id, row?.id]);
    await deliveries(api, mail);
    for (const log of [killed.log, logOfNext]) expect(log.length).toBeGreaterThan(0);
    const log = [...killed.log, ...logOfNext].join('\n');
    expect(log).not.toMatch(/secret|Secretname/i);
    expect(log).not.toContain(member.email);
    const [queued] = await queryAs<{ data: string }>(
      urls.superuserUrl,
      `SELECT string_agg(data::text, ' ') AS data FROM outbox_messages WHERE type LIKE 'notifications.%'`,
    );
    expect(queued?.data).not.toMatch(/secret|@/i);
  }, 300_000);

  it('is followed by one that makes the push again under the same id, and counts both tries', async () => {
    const row = await sent(push);
    expect(row?.attempts).toBe(2);
    expect(gateway.received.map(({ id, body }) => [id, body.data.delivery_id])).toEqual([
      [row?.id, row?.id],
      [row?.id, row?.id],
    ]);
    expect(gateway.violations).toEqual([]);
  }, 300_000);
});
