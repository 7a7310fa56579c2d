import fc from 'fast-check';
import { newId, valuesIn } from '@libs/kernel';
import { NotificationMessage } from './message';
import { NotificationStateError } from './message.errors';
import { type MessageSettings, messageSettings, type MessageStatus } from './message-settings';

const NOW = new Date('2026-11-21T09:00:00.000Z');
const at = (minutes: number) => new Date(NOW.getTime() + minutes * 60_000);
const [EDITOR, PUBLISHER, SCOPE] = [newId(), newId(), { tenantId: newId(), appId: newId() }];
const SETTINGS: MessageSettings = valuesIn(messageSettings, {
  messageType: 'system',
  title: { 'zh-CN': '标题' },
  body: { 'zh-CN': '正文' },
});

const aMessage = (settings: Partial<MessageSettings> = {}) =>
  new NotificationMessage(SCOPE, { kind: 'message', origin: 'admin' }, { ...SETTINGS, ...settings }, EDITOR);

const inStatus: Readonly<Record<MessageStatus, () => NotificationMessage>> = {
  draft: () => aMessage(),
  scheduled: () => {
    const message = aMessage({ scheduledAt: at(5) });
    message.publish(NOW, PUBLISHER);
    return message;
  },
  published: () => {
    const message = aMessage();
    message.publish(NOW, PUBLISHER);
    return message;
  },
  cancelled: () => {
    const message = aMessage();
    message.cancel(NOW);
    return message;
  },
};

const MOVES: Readonly<Record<string, (message: NotificationMessage) => void>> = {
  write: (message) => message.write(SETTINGS),
  publish: (message) => message.publish(at(1), PUBLISHER),
  publishDue: (message) => message.publishDue(at(6)),
  unschedule: (message) => message.unschedule(),
  cancel: (message) => message.cancel(at(1)),
  recall: (message) => message.recall(at(1), null),
};

describe('A notice or message', () => {
  it('is a draft at first, with what was written', () => {
    const message = aMessage({ channels: ['in_app', 'push'], expiresAt: at(60) });
    expect(message).toMatchObject({ status: 'draft', lockVersion: 1, createdBy: EDITOR, publicationId: null });
    expect(message.settings).toEqual({ ...SETTINGS, channels: ['in_app', 'push'], expiresAt: at(60) });
  });

  it.each([
    ['draft', { write: 'draft', publish: 'published', cancel: 'cancelled' }],
    ['scheduled', { publishDue: 'published', unschedule: 'draft', cancel: 'cancelled' }],
    ['published', { recall: 'published' }],
    ['cancelled', {}],
  ] as const)('that is %s can do %j and nothing else', (status, possible: Readonly<Record<string, MessageStatus>>) => {
    for (const [move, make] of Object.entries(MOVES)) {
      const message = inStatus[status]();
      const before = { ...message };
      const next = possible[move];
      if (next === undefined) {
        expect(() => make(message)).toThrow(NotificationStateError);
        expect({ ...message }).toEqual(before);
      } else {
        make(message);
        expect([move, message.status, message.lockVersion]).toEqual([move, next, before.lockVersion + 1]);
      }
    }
  });

  it('is published under an id with the time of its publication', () => {
    const message = inStatus.published();
    expect(message).toMatchObject({ publishedAt: NOW, publishedBy: PUBLISHER, scheduledBy: null });
    expect(parseInt(message.publicationId!.replaceAll('-', '').slice(0, 12), 16)).toBe(NOW.getTime());
  });

  it('is published at once when its time has passed, and waits for one that has not come', () => {
    const [past, present, future] = [
      aMessage({ scheduledAt: at(-1) }),
      aMessage({ scheduledAt: NOW }),
      aMessage({ scheduledAt: at(1) }),
    ];
    for (const message of [past, present, future]) message.publish(NOW, PUBLISHER);
    expect([past.status, present.status, future.status]).toEqual(['published', 'published', 'scheduled']);
    expect(future).toMatchObject({ scheduledBy: PUBLISHER, publishedAt: null, publishedBy: null, publicationId: null });
    expect([0, 1, 2].map((minutes) => future.isDue(at(minutes)))).toEqual([false, true, true]);
    expect(past.isDue(at(1))).toBe(false);
  });

  it('that was scheduled is published in the name of who scheduled it', () => {
    const message = inStatus.scheduled();
    message.publishDue(at(7));
    expect(message).toMatchObject({
      status: 'published',
      publishedAt: at(7),
      publishedBy: PUBLISHER,
      scheduledAt: at(5),
    });
  });

  it('that was scheduled opens nothing where what it opened has gone', () => {
    const action = { type: 'article', target: 'news' } as const;
    const message = aMessage({ scheduledAt: at(5), action });
    message.publish(NOW, PUBLISHER);
    message.publishDue(at(7), false);
    expect(message).toMatchObject({ status: 'published', action: null });
  });

  it('is unscheduled with its time, and scheduled again by somebody else', () => {
    const message = inStatus.scheduled();
    message.unschedule();
    expect(message).toMatchObject({ status: 'draft', scheduledAt: at(5), scheduledBy: null });
    message.publish(NOW, EDITOR);
    expect(message).toMatchObject({ status: 'scheduled', scheduledBy: EDITOR });
  });

  it('may be deleted as long as nobody had it, or waits for it', () => {
    for (const status of ['draft', 'cancelled'] as const) inStatus[status]().expectDeletable();
    for (const status of ['scheduled', 'published'] as const) {
      expect(() => inStatus[status]().expectDeletable()).toThrow(NotificationStateError);
    }
  });

  it('is copied from any status as a draft without times', () => {
    const settings = { channels: ['in_app', 'email'], action: { type: 'none', target: null } } as const;
    for (const make of [
      ...Object.values(inStatus),
      () => aMessage({ ...settings, scheduledAt: at(5), expiresAt: at(9) }),
    ]) {
      const message = make();
      const copy = message.copy(PUBLISHER);
      expect(copy.id).not.toBe(message.id);
      expect(copy).toMatchObject({
        status: 'draft',
        origin: 'admin',
        createdBy: PUBLISHER,
        lockVersion: 1,
        testOf: null,
      });
      expect(copy.settings).toEqual({ ...message.settings, scheduledAt: null, expiresAt: null });
      expect(copy).toMatchObject({ publishedAt: null, publicationId: null, cancelledAt: null, scheduledBy: null });
    }
  });

  it('is shown as a test by the product, for a day, with a mark in the language of whoever reads it', () => {
    const draft = aMessage({ title: { 'zh-CN': '标题', 'en-US': 'Title' }, expiresAt: at(-1), scheduledAt: at(5) });
    draft.expectTestable();
    for (const status of ['scheduled', 'published', 'cancelled'] as const) {
      expect(() => inStatus[status]().expectTestable()).toThrow(NotificationStateError);
    }
    const [member] = [newId()];
    const test = draft.testFor([member], { now: NOW, askedBy: EDITOR, defaultLocale: 'zh-CN' });
    expect(test).toMatchObject({
      ...{ origin: 'product', testOf: draft.id, status: 'published', publishedAt: NOW, createdBy: EDITOR },
      ...{ kind: 'message', messageType: 'system', audience: { mode: 'users', userIds: [member], filter: {} } },
      ...{ scheduledAt: null, expiresAt: at(24 * 60), publicationId: expect.any(String) },
      // In English there is no body: then nobody gets half of it.
      title: { 'zh-CN': '[测试] 标题', 'zh-TW': '[測試] 标题', 'en-US': '[Test] 标题', 'ja-JP': '[テスト] 标题' },
      body: { 'zh-CN': '正文', 'zh-TW': '正文', 'en-US': '正文', 'ja-JP': '正文' },
    });
    const whole = aMessage({
      title: { 'zh-CN': '标题', 'en-US': 'Title' },
      body: { 'zh-CN': '正文', 'en-US': 'Text' },
    });
    expect(whole.testFor([member], { now: NOW, askedBy: EDITOR, defaultLocale: 'zh-CN' })).toMatchObject({
      title: { 'en-US': '[Test] Title', 'ja-JP': '[テスト] 标题' },
      body: { 'en-US': 'Text', 'ja-JP': '正文' },
    });
  });

  it('that has expired is not published, and called off when it was scheduled', () => {
    for (const expiresAt of [at(-1), NOW]) {
      const message = aMessage({ expiresAt });
      expect(() => message.publish(NOW, PUBLISHER)).toThrow(NotificationStateError);
      expect(message).toMatchObject({ status: 'draft', lockVersion: 1 });
    }
    const late = aMessage({ scheduledAt: at(5), expiresAt: at(10) });
    late.publish(NOW, PUBLISHER);
    late.publishDue(at(10));
    expect(late).toMatchObject({ status: 'cancelled', cancelledAt: at(10), publicationId: null });
  });

  it('is recalled once, with the reason, and stays published', () => {
    const message = inStatus.published();
    message.recall(at(3), 'Wrong date');
    expect(message).toMatchObject({
      status: 'published',
      recalledAt: at(3),
      recallReason: 'Wrong date',
      lockVersion: 3,
    });
    expect(() => message.recall(at(4), null)).toThrow(NotificationStateError);
    expect(message).toMatchObject({ recalledAt: at(3), lockVersion: 3 });
  });

  it('goes through any sequence of moves as a model of its states does', () => {
    const step = fc.record({
      move: fc.constantFrom('write', 'publish', 'publishDue', 'unschedule', 'cancel', 'recall'),
      minutes: fc.integer({ min: 0, max: 40 }),
      scheduled: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
      lifetime: fc.option(fc.integer({ min: 1, max: 60 }), { nil: null }),
    });
    fc.assert(
      fc.property(fc.array(step, { maxLength: 12 }), (steps) => {
        const message = aMessage();
        const model = { status: 'draft', version: 1, isRecalled: false, scheduled: null, expires: null } as Model;
        let time = 0;
        for (const { move, minutes, scheduled, lifetime } of steps) {
          time += minutes;
          const scheduledAt = scheduled === null ? null : time + scheduled;
          const expires = lifetime === null ? null : (scheduledAt ?? time) + lifetime;
          const next = modelAfter(model, move, time, { scheduled: scheduledAt, expires });
          const make = () => {
            if (move === 'write') {
              message.write({
                ...SETTINGS,
                scheduledAt: scheduledAt === null ? null : at(scheduledAt),
                expiresAt: expires === null ? null : at(expires),
              });
            } else if (move === 'publish') message.publish(at(time), PUBLISHER);
            else if (move === 'publishDue') message.publishDue(at(time));
            else if (move === 'unschedule') message.unschedule();
            else if (move === 'cancel') message.cancel(at(time));
            else message.recall(at(time), null);
          };
          if (next === null) expect(make).toThrow(NotificationStateError);
          else {
            make();
            Object.assign(model, next, { version: model.version + 1 });
          }
          expect(stateOf(message)).toEqual(expectedOf(model));
        }
      }),
      { numRuns: 300 },
    );
  });
});

interface Model {
  status: MessageStatus;
  version: number;
  isRecalled: boolean;
  scheduled: number | null;
  expires: number | null;
}

/** What a move makes of the model; null if it is refused. Written as the document says it, not as the program does. */
function modelAfter(
  { status, isRecalled, scheduled, expires }: Model,
  move: string,
  time: number,
  written: Pick<Model, 'scheduled' | 'expires'>,
): Partial<Model> | null {
  const isExpired = expires !== null && expires <= time;
  if (move === 'write') return status === 'draft' ? written : null;
  if (move === 'publish') {
    if (status !== 'draft' || isExpired) return null;
    return { status: scheduled !== null && scheduled > time ? 'scheduled' : 'published' };
  }
  if (move === 'publishDue') return status === 'scheduled' ? { status: isExpired ? 'cancelled' : 'published' } : null;
  if (move === 'unschedule') return status === 'scheduled' ? { status: 'draft' } : null;
  if (move === 'cancel') return status === 'draft' || status === 'scheduled' ? { status: 'cancelled' } : null;
  return status === 'published' && !isRecalled ? { isRecalled: true } : null;
}

function stateOf(message: NotificationMessage) {
  return {
    status: message.status,
    version: message.lockVersion,
    isRecalled: message.recalledAt !== null,
    isPublished: message.publishedAt !== null && message.publicationId !== null && message.publishedBy === PUBLISHER,
    isCancelled: message.cancelledAt !== null,
  };
}

function expectedOf({ status, version, isRecalled }: Model) {
  return { status, version, isRecalled, isPublished: status === 'published', isCancelled: status === 'cancelled' };
}
