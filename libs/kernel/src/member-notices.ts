import type { LocalizedText } from './locale';

/** What the product itself has to tell a member, beside the mail that says the same. */
export interface MemberNotice {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  /** Security messages cannot be refused. */
  readonly messageType: 'system' | 'security';
  /** In all supported locales. */
  readonly title: Required<LocalizedText>;
  /** Markdown. Never a code or another secret. */
  readonly body: Required<LocalizedText>;
  /** What the App opens with it. */
  readonly url?: string;
  /** After which it disappears. */
  readonly expiresAt?: Date;
}

/** Puts notices into the inboxes of members, and pushes them. */
export abstract class MemberNotices {
  /** In the current transaction, so that it is told if and only if the transaction commits. */
  abstract tell(notice: MemberNotice): Promise<void>;
}
