import type { LocalizedText } from '@libs/kernel';
import type { AudienceSettings } from '../audience/audience';

/** Notices are for all members and have no type; messages have one, and members may refuse some types. */
export const MESSAGE_KINDS = ['notice', 'message'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Who made it: administrators, another system, or the product itself, which tells one member something. */
export type MessageOrigin = 'admin' | 'service' | 'product';

export const MESSAGE_STATUSES = ['draft', 'scheduled', 'published', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const ACTION_TYPES = ['none', 'url', 'page', 'article'] as const;

/** What the App opens when the message is opened. The target is a URL, or the slug of a page or an article. */
export interface MessageAction {
  readonly type: (typeof ACTION_TYPES)[number];
  readonly target: string | null;
}

/** What a message says, to whom and how. */
export interface MessageSettings extends AudienceSettings {
  readonly title: LocalizedText;
  /** Markdown. */
  readonly body: LocalizedText;
  readonly action: MessageAction | null;
  readonly scheduledAt: Date | null;
  readonly expiresAt: Date | null;
}
