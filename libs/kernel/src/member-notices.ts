import type { LocalizedText } from './locale';

/** What the product itself has to tell a member, beside the mail that says the same. */
export interface MemberNotice {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  /** Of what is told, such as an event: a member of an App is told it once, however often it is given. */
  readonly causeId: string;
  /** Security messages cannot be refused. */
  readonly messageType: 'system' | 'security';
  /** In all supported locales. `{{app_name}}` is filled in when it is shown. */
  readonly title: Required<LocalizedText>;
  /** Markdown, likewise. Never a code or another secret: it is pushed, too. */
  readonly body: Required<LocalizedText>;
  /** What the App opens with it. */
  readonly url?: string;
  /** After which it disappears. */
  readonly expiresAt?: Date;
}

/** Puts notices into the inboxes of members, and pushes them. */
export abstract class MemberNotices {
  /**
   * In the current transaction, so that it is told if and only if the transaction commits. One who is no active member of
   * the App is told nothing.
   */
  abstract tell(notice: MemberNotice): Promise<void>;
}
