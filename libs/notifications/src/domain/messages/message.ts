import { but, field, fields, having, namesOf, newId, newIdAt, picked, type SupportedLocale } from '@libs/kernel';
import { type Audience, audience } from '../audience/audience';
import type { NotificationScope } from '../notification-scope';
import { NotificationStateError } from './message.errors';
import {
  MESSAGE_KINDS,
  MESSAGE_STATUSES,
  type MessageKind,
  type MessageOrigin,
  type MessageSettings,
  messageSettings,
  type MessageStatus,
} from './message-settings';
import { testTexts } from './test-texts';

/** Where each move leads, by where it begins. There are no others. */
const MOVES = {
  change: { draft: 'draft' },
  schedule: { draft: 'scheduled' },
  publish: { draft: 'published' },
  publishDue: { scheduled: 'published' },
  unschedule: { scheduled: 'draft' },
  cancel: { draft: 'cancelled', scheduled: 'cancelled' },
  recall: { published: 'published' },
  test: { draft: 'draft' },
  delete: { draft: 'draft', cancelled: 'cancelled' },
} as const satisfies Readonly<Record<string, Partial<Record<MessageStatus, MessageStatus>>>>;

type Move = keyof typeof MOVES;

/** How long a test stays in inboxes. */
const TEST_HOURS = 24;

interface TestCircumstances {
  readonly now: Date;
  readonly askedBy: string;
  /** Of the App. */
  readonly defaultLocale: SupportedLocale;
}

const aUser = field.uuid().nullable().initially(null).example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903');
const aMoment = field.instant().nullable().initially(null);

export const notificationMessage = fields({
  tenantId: field.uuid(),
  id: field.uuid(),
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be907'),
  kind: field.one('NotificationKind', MESSAGE_KINDS),
  /** Nobody is told of those of the product. */
  origin: field
    .one('NotificationOrigin', ['admin', 'service'])
    .as<MessageOrigin>()
    .about('`admin` if an administrator wrote the item, `service` if an API client sent it'),
  ...but(messageSettings, 'audience'),
  audienceMode: audience.mode,
  audienceUserIds: audience.userIds,
  audienceFilter: audience.filter,
  status: field.one('NotificationStatus', MESSAGE_STATUSES).initially('draft'),
  /** Who scheduled it, and will have published it. */
  scheduledBy: aUser,
  /** Under which members have it in their inbox. */
  publicationId: field.uuid().nullable().initially(null),
  publishedAt: aMoment,
  publishedBy: aUser.about('The user or API client who published the item or scheduled its publication'),
  cancelledAt: aMoment.example(null),
  recalledAt: aMoment
    .about(
      'Time of the recall, which removed the item from all inboxes; null if not recalled. `status` stays `published`.',
    )
    .example(null),
  recallReason: field.text().nullable().initially(null).example(null),
  /** Of a test, which is the product's: the draft that it shows. */
  testOf: field.uuid().nullable().initially(null),
  createdBy: aUser.about('The administrator or API client who created the item'),
  lockVersion: field.lockVersion().initially(1),
  /** Set by the database, both. */
  createdAt: field.instant().example('2026-11-20T08:00:00.000Z'),
  updatedAt: field.instant().example('2026-11-20T08:30:00.000Z'),
  updatedBy: field.actor(),
});

/** A notice or message. Its text is here alone, however many members have it in their inbox. */
export class NotificationMessage extends having(notificationMessage) {
  constructor(
    { tenantId, appId }: NotificationScope,
    { kind, origin }: { readonly kind: MessageKind; readonly origin: MessageOrigin },
    settings: MessageSettings,
    createdBy: string | null,
  ) {
    super({ tenantId, id: newId(), appId, kind, origin, ...columnsOf(settings), createdBy });
  }

  get audience(): Audience {
    return { mode: this.audienceMode, userIds: this.audienceUserIds, filter: this.audienceFilter };
  }

  get settings(): MessageSettings {
    return picked<MessageSettings, keyof MessageSettings>(this, namesOf(messageSettings));
  }

  /** @throws NotificationStateError unless it is a draft. */
  expectDraft(): void {
    this.after('change');
  }

  /** @throws NotificationStateError unless it is a draft. */
  write(settings: MessageSettings): void {
    this.change({ status: this.after('change'), ...columnsOf(settings) });
  }

  /** @throws NotificationStateError unless it is a draft that has not expired. */
  expectPublishable(now: Date): void {
    this.after('publish');
    if (this.isExpired(now)) throw new NotificationStateError();
  }

  /**
   * Publishes a draft, at once or when its time comes.
   *
   * @throws NotificationStateError as `expectPublishable`.
   */
  publish(now: Date, publishedBy: string | null): void {
    this.expectPublishable(now);
    if (this.scheduledAt && this.scheduledAt > now) {
      this.change({ status: this.after('schedule'), scheduledBy: publishedBy });
    } else {
      this.change({ status: this.after('publish'), ...publication(now), publishedBy });
    }
  }

  /** Whether it is scheduled and its time has come. */
  isDue(now: Date): boolean {
    return this.status === 'scheduled' && this.scheduledAt !== null && this.scheduledAt <= now;
  }

  /**
   * Publishes it in the name of who scheduled it. One that has expired before anybody came to it is called off.
   *
   * @param keepsAction false if what it opens has gone since: then it opens nothing.
   * @throws NotificationStateError unless it is scheduled.
   */
  publishDue(now: Date, keepsAction = true): void {
    const status = this.after('publishDue');
    if (this.isExpired(now)) {
      this.cancel(now);
      return;
    }
    const action = keepsAction ? this.action : null;
    this.change({ status, action, ...publication(now), publishedBy: this.scheduledBy });
  }

  /** Makes it a draft again, of the same texts and times. @throws NotificationStateError unless it is scheduled. */
  unschedule(): void {
    this.change({ status: this.after('unschedule'), scheduledBy: null });
  }

  /** @throws NotificationStateError unless it is a draft or scheduled. */
  cancel(now: Date): void {
    this.change({ status: this.after('cancel'), cancelledAt: now });
  }

  /** Takes it out of every inbox. The record stays. @throws NotificationStateError unless it is published, or when it was recalled before. */
  recall(now: Date, reason: string | null): void {
    const status = this.after('recall');
    if (this.recalledAt !== null) throw new NotificationStateError();
    this.change({ status, recalledAt: now, recallReason: reason });
  }

  /** @throws NotificationStateError unless it is a draft or cancelled: what was published keeps its record. */
  expectDeletable(): void {
    this.after('delete');
  }

  /** A new draft that says the same to the same members, at no particular time. */
  copy(createdBy: string): NotificationMessage {
    const { kind, settings } = this;
    const untimed = { ...settings, scheduledAt: null, expiresAt: null };
    return new NotificationMessage(this, { kind, origin: 'admin' }, untimed, createdBy);
  }

  /** @throws NotificationStateError unless it is a draft. */
  expectTestable(): void {
    this.after('test');
  }

  /** The same as a published message to these members, marked as a test, for a day. */
  testFor(userIds: readonly string[], { now, askedBy, defaultLocale }: TestCircumstances): NotificationMessage {
    const { kind, settings } = this;
    const test = new NotificationMessage(
      this,
      { kind, origin: 'product' },
      {
        ...settings,
        ...testTexts(settings, defaultLocale),
        audience: { mode: 'users', userIds: [...userIds], filter: {} },
        scheduledAt: null,
        expiresAt: new Date(now.getTime() + TEST_HOURS * 3_600_000),
      },
      askedBy,
    );
    test.publish(now, askedBy);
    return Object.assign(test, { testOf: this.id });
  }

  private isExpired(now: Date): boolean {
    return this.expiresAt !== null && this.expiresAt <= now;
  }

  private after(move: Move): MessageStatus {
    const moves: Partial<Record<MessageStatus, MessageStatus>> = MOVES[move];
    const status = moves[this.status];
    if (!status) throw new NotificationStateError();
    return status;
  }

  private change(changes: Partial<Omit<NotificationMessage, 'change' | 'lockVersion'>>): void {
    Object.assign(this, changes, { lockVersion: this.lockVersion + 1 });
  }
}

/** The id has the time, so that its order is that of inboxes. */
function publication(now: Date): Pick<NotificationMessage, 'publicationId' | 'publishedAt'> {
  return { publicationId: newIdAt(now), publishedAt: now };
}

function columnsOf({ audience, ...settings }: MessageSettings) {
  return {
    ...settings,
    audienceMode: audience.mode,
    audienceUserIds: audience.userIds,
    audienceFilter: audience.filter,
  };
}
