import type { LocalizedText, SupportedLocale } from '@libs/kernel';
import type { Channel, MessageType } from '../preferences/notification-preferences';

/** Notices are for all members and have no type; messages have one, and members may refuse some types. */
export const MESSAGE_KINDS = ['notice', 'message'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/** Who made it: administrators, another system, or the product itself, which tells one member something. */
export type MessageOrigin = 'admin' | 'service' | 'product';

export const MESSAGE_STATUSES = ['draft', 'scheduled', 'published', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const AUDIENCE_MODES = ['all_members', 'users', 'filter'] as const;
export type AudienceMode = (typeof AUDIENCE_MODES)[number];

/** All that are given must hold. Empty for the other modes. */
export interface AudienceFilter {
  /** As saved by the member: one who has saved none is in none of them. */
  readonly locales?: readonly SupportedLocale[];
  /** Of a device from which the member signed in. */
  readonly platforms?: readonly string[];
  /** Codes of roles in the tenant. */
  readonly roles?: readonly string[];
  /** ISO 8601, like the following. */
  readonly joined_before?: string;
  readonly joined_after?: string;
  readonly last_active_after?: string;
}

/** Whom a message is for. */
export interface Audience {
  readonly mode: AudienceMode;
  /** Empty unless the mode is `users`. */
  readonly userIds: readonly string[];
  readonly filter: AudienceFilter;
}

export const ACTION_TYPES = ['none', 'url', 'page', 'article'] as const;

/** What happens when it is opened. The target is a URL, or the slug of a page or an article. */
export interface MessageAction {
  readonly type: (typeof ACTION_TYPES)[number];
  readonly target: string | null;
}

/** What a message says, to whom and how. */
export interface MessageSettings {
  /** Null for notices. */
  readonly messageType: MessageType | null;
  readonly title: LocalizedText;
  /** Markdown. */
  readonly body: LocalizedText;
  readonly audience: Audience;
  /** The inbox is always among them. */
  readonly channels: readonly Channel[];
  readonly action: MessageAction | null;
  readonly scheduledAt: Date | null;
  readonly expiresAt: Date | null;
}

/** The App that messages belong to. */
export interface NotificationScope {
  readonly tenantId: string;
  readonly appId: string;
}
