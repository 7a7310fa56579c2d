import { type ChangesOf, field, fields, type NewOf, type ValuesOf } from '@libs/kernel';
import type { Audience } from '../audience/audience';
import { CHANNELS, MESSAGE_TYPES } from '../preferences/notification-preferences';
import { MAX_BODY_LENGTH, MAX_TITLE_LENGTH } from './message-texts';

/** Notices are for all members and have no type; messages have one, and members may refuse some types. */
export const MESSAGE_KINDS = ['notice', 'message'] as const;
export type MessageKind = (typeof MESSAGE_KINDS)[number];

/**
 * Who made it: administrators, another system, or the product itself, which tells one member something, or shows a draft
 * to a few as a test. Those of the product are in no list of administrators, and are forgotten when they leave inboxes.
 */
export type MessageOrigin = 'admin' | 'service' | 'product';

export const MESSAGE_STATUSES = ['draft', 'scheduled', 'published', 'cancelled'] as const;
export type MessageStatus = (typeof MESSAGE_STATUSES)[number];

export const ACTION_TYPES = ['none', 'url', 'page', 'article'] as const;

/** What the App opens when the message is opened. */
export const messageAction = fields({
  type: field.one('NotificationActionType', ACTION_TYPES).example('url'),
  target: field
    .text(2_048)
    .nullable()
    .initially(null)
    .about('An http or https URL, or the slug of a page or article; null for the type `none`')
    .example('https://shop.example.com/autumn'),
});

export type MessageAction = ValuesOf<typeof messageAction>;

/** What a message says, to whom and how. Audience and action are replaced as a whole. */
export const messageSettings = fields({
  messageType: field
    .one('MessageType', MESSAGE_TYPES)
    .nullable()
    .initially(null)
    .about('The type of a message; null for notices'),
  title: field
    .localized(MAX_TITLE_LENGTH)
    .about(
      'At least in the App’s default locale. The placeholders `{{display_name}}` and `{{app_name}}` are replaced for each recipient. A member without a name is called `text` by `{{display_name|text}}`, otherwise 用户, 用戶, there or ユーザー, as the language has it.',
    )
    .example({ 'zh-CN': '秋季菜单上线', 'en-US': 'The autumn menu is here' }),
  body: field
    .localized(MAX_BODY_LENGTH)
    .about(
      'Markdown, in which HTML is escaped. At least in the App’s default locale; the placeholders of `title` are replaced here, too.',
    )
    .example({ 'zh-CN': '{{display_name}}，来尝尝吧。', 'en-US': 'Come and try it, {{display_name|dear guest}}.' }),
  audience: field
    .json<Audience>()
    .initially({ mode: 'all_members', userIds: [], filter: {} })
    .about('The intended recipients, replaced as a whole; initially all members'),
  channels: field
    .some('NotificationChannel', CHANNELS)
    .initially(['in_app'])
    .about('The channels of delivery; `in_app`, the inbox, is always included. Initially only `in_app`')
    .example(['in_app', 'push']),
  action: field
    .json<MessageAction>()
    .nullable()
    .initially(null)
    .about('What the App opens when the recipient opens the item; null for nothing'),
  scheduledAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Time of publication; null for immediately')
    .example('2026-12-24T08:00:00.000Z'),
  expiresAt: field
    .instant()
    .nullable()
    .initially(null)
    .about('Time at which the item disappears from inboxes; null for never')
    .example('2027-01-07T00:00:00.000Z'),
});

export type MessageSettings = ValuesOf<typeof messageSettings>;
export type MessageChanges = ChangesOf<typeof messageSettings>;
export type NewMessage = NewOf<typeof messageSettings>;
