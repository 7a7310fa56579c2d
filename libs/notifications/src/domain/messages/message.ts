import { expectVersion, type LocalizedText, newId, newIdAt } from '@libs/kernel';
import type { Channel, MessageType } from '../preferences/notification-preferences';
import { NotificationStateError } from './message.errors';
import type { MessageAction, MessageKind, MessageOrigin, MessageSettings, MessageStatus } from './message-settings';
import type { Audience, AudienceFilter, AudienceMode } from '../audience/audience';
import type { NotificationScope } from '../notification-scope';

/** Where each move leads, by where it begins. There are no others. */
const MOVES = {
  change: { draft: 'draft' },
  schedule: { draft: 'scheduled' },
  publish: { draft: 'published' },
  publishDue: { scheduled: 'published' },
  cancel: { draft: 'cancelled', scheduled: 'cancelled' },
  recall: { published: 'published' },
} as const satisfies Readonly<Record<string, Partial<Record<MessageStatus, MessageStatus>>>>;

type Move = keyof typeof MOVES;

/** A notice or message. Its text is here alone, however many members have it in their inbox. */
export class NotificationMessage {
  readonly tenantId: string;
  readonly id: string;
  readonly appId: string;
  readonly kind: MessageKind;
  readonly messageType!: MessageType | null;
  readonly origin: MessageOrigin;
  readonly title!: LocalizedText;
  readonly body!: LocalizedText;
  readonly audienceMode!: AudienceMode;
  readonly audienceUserIds!: readonly string[];
  readonly audienceFilter!: AudienceFilter;
  readonly channels!: readonly Channel[];
  readonly action!: MessageAction | null;
  readonly status: MessageStatus;
  readonly scheduledAt!: Date | null;
  /** Who scheduled it, and will have published it. */
  readonly scheduledBy: string | null;
  readonly expiresAt!: Date | null;
  /** Under which members have it in their inbox. */
  readonly publicationId: string | null;
  readonly publishedAt: Date | null;
  readonly publishedBy: string | null;
  readonly cancelledAt: Date | null;
  readonly recalledAt: Date | null;
  readonly recallReason: string | null;
  readonly createdBy: string | null;
  readonly lockVersion: number;
  /** Set by the database. */
  readonly createdAt!: Date;
  readonly updatedAt!: Date;

  constructor(
    scope: NotificationScope,
    { kind, origin }: { readonly kind: MessageKind; readonly origin: MessageOrigin },
    settings: MessageSettings,
    createdBy: string | null,
  ) {
    this.tenantId = scope.tenantId;
    this.id = newId();
    this.appId = scope.appId;
    this.kind = kind;
    this.origin = origin;
    Object.assign(this, columnsOf(settings));
    this.status = 'draft';
    this.scheduledBy = null;
    this.publicationId = null;
    this.publishedAt = null;
    this.publishedBy = null;
    this.cancelledAt = null;
    this.recalledAt = null;
    this.recallReason = null;
    this.createdBy = createdBy;
    this.lockVersion = 1;
  }

  expectVersion(lockVersion: number): void {
    expectVersion(this, lockVersion);
  }

  get audience(): Audience {
    return { mode: this.audienceMode, userIds: this.audienceUserIds, filter: this.audienceFilter };
  }

  get settings(): MessageSettings {
    const { messageType, title, body, audience, channels, action, scheduledAt, expiresAt } = this;
    return { messageType, title, body, audience, channels, action, scheduledAt, expiresAt };
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
   * @throws NotificationStateError unless it is scheduled.
   */
  publishDue(now: Date): void {
    const status = this.after('publishDue');
    if (this.isExpired(now)) this.cancel(now);
    else this.change({ status, ...publication(now), publishedBy: this.scheduledBy });
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
