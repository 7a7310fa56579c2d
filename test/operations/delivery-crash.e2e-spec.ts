import { startTestApi, eventually, type TestApi } from '../support/api';
import { copyTemplate, queryAs, type TestDatabaseUrls } from '../support/database';
import { deliveries, deliveriesOf, publishTo, type Recipient, recipients, timePasses } from '../support/deliveries';
import { leasesEnd } from '../support/outbox';
import { type ServerProcess, startServerProcess, WORKER } from '../support/server-process';
import { type SmtpSink, startSmtpSink } from '../support/smtp-sink';

describe('A worker that is killed after a mail has left', () => {
  let urls: TestDatabaseUrls;
  let api: TestApi;
  let sink: SmtpSink;
  const workers: ServerProcess[] = [];

  beforeAll(async () => {
    urls = await copyTemplate();
    sink = await startSmtpSink();
    api = await startTestApi({ RUN_WORKER: 'false' }, urls);
  });
  afterAll(async () => {
    for (const worker of workers) await worker.kill('SIGKILL');
    await api.close();
    await sink.close();
    await urls.drop();
  });

  const startWorker = async () => {
    const environment = {
      NODE_ENV: 'test',
      DATABASE_URL: urls.applicationUrl,
      RUN_MIGRATIONS: 'false',
      SMTP_URL: sink.url,
      LOG_LEVEL: 'debug',
    };
    const worker = await startServerProcess(environment, WORKER);
    workers.push(worker);
    return worker;
  };

  it('is followed by one that sends it again under the same id, and counts both tries', async () => {
    const [member] = (await recipients(api, [{ locale: 'en-US', displayName: 'Lin Secretname' }])) as [Recipient];
    const text = { title: { 'en-US': 'A secret title' }, body: { 'en-US': 'A secret body' } };
    const answers = Promise.withResolvers<void>();
    sink.taken = () => answers.promise;
    const killed = await startWorker();
    const message = await publishTo(api, [member], { channels: ['in_app', 'email'], ...text });
    await eventually(() => Promise.resolve(sink.mails.length === 1), 120_000);
    expect((await deliveriesOf(api, message))[0]).toMatchObject({ status: 'pending', attempts: 1 });
    await killed.kill('SIGKILL');
    workers.splice(0);
    answers.resolve();
    const worker = await startWorker();
    await timePasses(api, '5 minutes');
    await leasesEnd(urls);
    const [row] = await eventually(async () => {
      const rows = await deliveriesOf(api, message);
      return rows[0]?.status === 'sent' && rows;
    }, 120_000);
    expect(row?.attempts).toBe(2);
    expect(sink.mails.map(({ messageId }) => /^<([^@]+)@/.exec(messageId ?? '')?.[1])).toEqual([row?.id, row?.id]);
    await deliveries(api, message);
    const log = [...killed.log, ...worker.log].join('\n');
    expect(log).not.toMatch(/secret|Secretname/i);
    expect(log).not.toContain(member.email);
    const [queued] = await queryAs<{ data: string }>(
      urls.superuserUrl,
      `SELECT string_agg(data::text, ' ') AS data FROM outbox_messages`,
    );
    expect(queued?.data).not.toMatch(/secret|@/i);
    await worker.kill('SIGTERM');
    workers.splice(0);
  }, 300_000);
});
