import { startTestApi, type TestApi } from '../../support/api';
import { queryAs } from '../../support/database';
import { rounds } from '../../support/rounds';
import { type AdminClient, asOwner } from '../support/admin';
import { notificationClient, type NotificationData, notificationMessages, NOTICE } from '../support/notifications';
import { anApp } from '../support/pages';

const WRITERS = 8;
const LATER = '2099-01-01T00:00:00.000Z';

describe('Many administrators of one notice at once', () => {
  let one: TestApi;
  let two: TestApi;
  let admins: AdminClient[];
  let notices: ReturnType<typeof notificationClient>;

  beforeAll(async () => {
    one = await startTestApi({ RUN_WORKER: 'false' });
    two = await startTestApi({ RUN_WORKER: 'false' }, one.urls);
    admins = [await asOwner(one), await asOwner(two)];
    notices = notificationClient(admins[0]!, await anApp(one));
  });

  afterAll(async () => {
    await two.close();
    await one.close();
  });

  type Answer = Awaited<ReturnType<AdminClient['get']>>;
  type Send = (admin: AdminClient, path: string) => PromiseLike<Answer>;
  /** Sends the requests to both processes in turn, all at the same time. */
  const race = ({ id }: NotificationData, ...sends: Send[]) =>
    Promise.all(
      Array.from({ length: WRITERS }, (_, index) =>
        sends[index % sends.length]!(admins[(index + Math.floor(index / sends.length)) % 2]!, `${notices.path}/${id}`),
      ),
    );
  const codesOf = (answers: readonly Answer[]) =>
    answers.map(({ status, body }) => `${status} ${body.code ?? ''}`.trim()).sort();
  const oneWinner = (code: string) => ['200', ...Array<string>(WRITERS - 1).fill(`409 ${code}`)];
  const fanOuts = ({ id }: NotificationData) =>
    queryAs(one.urls.superuserUrl, 'SELECT 1 FROM notification_fan_outs WHERE message_id = $1', [id]);

  const publish: Send = (admin, path) => admin.post(`${path}/publish`);
  const cancel: Send = (admin, path) => admin.post(`${path}/cancel`);

  it('publish it once, without a version', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const draft = await notices.create();
      expect(codesOf(await race(draft, publish))).toEqual(oneWinner('NOTIFICATIONS.STATE.INVALID'));
      expect(await notices.read(draft.id)).toMatchObject({ status: 'published', lock_version: 2 });
      expect((await notificationMessages(one, draft.id)).all).toEqual([
        'notification.published',
        'notifications.fan_out',
      ]);
      expect(await fanOuts(draft)).toHaveLength(1);
    }
  });

  it('publish it once, with the preview of the audience', async () => {
    const draft = await notices.create();
    const { preview_id } = await notices.preview(draft);
    const answers = await race(draft, (admin, path) => admin.post(`${path}/publish`, { preview_id }));
    // Whoever would wait too long for the turn of the tenant comes again.
    const codes = codesOf(answers).filter((code) => !code.startsWith('503'));
    expect(codes.filter((code) => code === '200')).toHaveLength(1);
    expect(new Set(codes)).toEqual(new Set(['200', '409 NOTIFICATIONS.STATE.INVALID']));
    expect(await fanOuts(draft)).toHaveLength(1);
  });

  it('publish or cancel it, never both', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const draft = await notices.create();
      expect(codesOf(await race(draft, publish, cancel))).toEqual(oneWinner('NOTIFICATIONS.STATE.INVALID'));
      const { status } = await notices.read(draft.id);
      expect(await fanOuts(draft)).toHaveLength(status === 'published' ? 1 : 0);
    }
  });

  it('publish what was written, or write what is then published', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const draft = await notices.create();
      const title = { 'zh-CN': '新' };
      const answers = await race(draft, publish, (admin, path) => admin.patch(path, { lock_version: 1, title }));
      const written = answers.filter(({ status }, index) => index % 2 === 1 && status === 200).length;
      const published = answers.filter(({ status }, index) => index % 2 === 0 && status === 200);
      expect([written <= 1, published.length]).toEqual([true, 1]);
      expect(published[0]!.body.data.title).toEqual(written === 1 ? title : NOTICE.title);
      const present = await notices.read(draft.id);
      expect(present).toMatchObject({
        status: 'published',
        title: published[0]!.body.data.title,
        lock_version: 2 + written,
      });
    }
  });

  it('recall it once, with one version or with the next', async () => {
    const published = await notices.publish(await notices.create());
    const recall =
      (lock_version: number): Send =>
      (admin, path) =>
        admin.post(`${path}/recall`, { lock_version });
    const answers = await race(published, recall(2), recall(3));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(codesOf(answers))).toEqual(
      new Set(
        ['200', '409 RESOURCE.VERSION_CONFLICT', '409 NOTIFICATIONS.STATE.INVALID'].filter((code) =>
          codesOf(answers).includes(code),
        ),
      ),
    );
    const left = await notificationMessages(one, published.id);
    expect([left.named('notification.recalled').length, left.named('notifications.withdrawal').length]).toEqual([1, 1]);
  });

  it('unschedule it or cancel it once when it is scheduled', async () => {
    const unschedule: Send = (admin, path) => admin.post(`${path}/unschedule`);
    const one = await notices.publish(await notices.create({ scheduled_at: LATER }));
    expect(codesOf(await race(one, unschedule))).toEqual(oneWinner('NOTIFICATIONS.STATE.INVALID'));
    expect(await notices.read(one.id)).toMatchObject({ status: 'draft', lock_version: 3 });
    for (let round = 0; round < rounds(10); round++) {
      const scheduled = await notices.publish(await notices.create({ scheduled_at: LATER }));
      // What was unscheduled can be cancelled, but not the other way round.
      const answers = await race(scheduled, unschedule, cancel);
      const done = answers.map(({ status }) => status).filter((status) => status === 200).length;
      expect(await notices.read(scheduled.id)).toMatchObject({ status: 'cancelled', lock_version: 2 + done });
    }
  });

  it('delete it once, or publish it', async () => {
    for (let round = 0; round < rounds(10); round++) {
      const draft = await notices.create();
      const remove: Send = (admin, path) => admin.delete(`${path}?lock_version=1`);
      const answers = await race(draft, publish, remove);
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      const isDeleted = answers.some(({ body }) => body.data?.deleted === true);
      const left = await admins[0]!.get(`${notices.path}/${draft.id}`);
      expect([left.status, (await fanOuts(draft)).length]).toEqual(isDeleted ? [404, 0] : [200, 1]);
    }
  });

  it('cancel it once when it is scheduled', async () => {
    const scheduled = await notices.publish(await notices.create({ scheduled_at: LATER }));
    expect(codesOf(await race(scheduled, cancel))).toEqual(oneWinner('NOTIFICATIONS.STATE.INVALID'));
  });
});
