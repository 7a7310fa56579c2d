import type { LocalizedText } from './locale';

/** A notice of the product itself to a member, in addition to the mail with the same content. */
export interface MemberNotice {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  /** Identifies the cause, such as an event: a member of an App gets one notice of each cause. */
  readonly causeId: string;
  /** Security messages cannot be refused. */
  readonly messageType: 'system' | 'security';
  /** A text in all supported locales. `{{app_name}}` is replaced when it is shown. */
  readonly title: Required<LocalizedText>;
  /** Markdown, like `title`. Never a code or another secret: it is also pushed. */
  readonly body: Required<LocalizedText>;
  /** Opened by the App. */
  readonly url?: string;
  /** The time after which the notice disappears. */
  readonly expiresAt?: Date;
}

/** Puts notices into the inboxes of members, and pushes them. */
export abstract class MemberNotices {
  /**
   * Joins the current transaction: the notice is delivered if and only if it commits. Users who are not active members of
   * the App get none.
   */
  abstract tell(notice: MemberNotice): Promise<void>;
}
