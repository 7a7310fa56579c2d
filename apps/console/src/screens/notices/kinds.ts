import type { OperationId } from '../../api/operations';
import type { components } from '../../api/schema';

type Schemas = components['schemas'];
export type Kind = Schemas['NotificationKind'];
export type Notification = Schemas['AdminNotificationMessageResponse'];
export type Preview = Schemas['AdminNotificationRecipientPreviewResponse'];

const OF_NOTICES = {
  list: 'listAdminNotices',
  create: 'createAdminNotice',
  read: 'getAdminNotice',
  update: 'updateAdminNotice',
  remove: 'deleteAdminNotice',
  copy: 'copyAdminNotice',
  test: 'testAdminNotice',
  preview: 'previewAdminNoticeRecipients',
  recipients: 'getAdminNoticeRecipients',
  move: 'moveAdminNotice',
  recall: 'recallAdminNotice',
} as const;

const OF_MESSAGES = {
  list: 'listAdminMessages',
  create: 'createAdminMessage',
  read: 'getAdminMessage',
  update: 'updateAdminMessage',
  remove: 'deleteAdminMessage',
  copy: 'copyAdminMessage',
  test: 'testAdminMessage',
  preview: 'previewAdminMessageRecipients',
  recipients: 'getAdminMessageRecipients',
  move: 'moveAdminMessage',
  recall: 'recallAdminMessage',
} as const satisfies Readonly<Record<keyof typeof OF_NOTICES, OperationId>>;

/** Notices and messages are the same under two names: to the types, both are notices. */
const OPERATIONS = { notice: OF_NOTICES, message: OF_MESSAGES as unknown as typeof OF_NOTICES };

export function operationsOf(kind: Kind) {
  return OPERATIONS[kind];
}

/** Of the screens of a kind. */
export const ROUTE_NAMES = {
  notice: { list: 'notices.list', new: 'notices.new', record: 'notices.record' },
  message: { list: 'messages.list', new: 'messages.new', record: 'messages.record' },
} as const;

/** Texts of a kind that cannot be those of both. */
export const WORDS = {
  notice: {
    title: 'notices.titles.list',
    lead: 'notices.lead',
    create: 'notices.create',
    empty: 'notices.empty',
  },
  message: {
    title: 'messages.titles.list',
    lead: 'messages.lead',
    create: 'messages.create',
    empty: 'messages.empty',
  },
} as const;

export const STATUSES = [
  'draft',
  'scheduled',
  'published',
  'cancelled',
] as const satisfies readonly Schemas['NotificationStatus'][];
export const TYPES = [
  'system',
  'private',
  'marketing',
  'security',
] as const satisfies readonly Schemas['MessageType'][];
export const CHANNELS = ['in_app', 'push', 'email'] as const satisfies readonly Schemas['NotificationChannel'][];
export const ACTIONS = [
  'none',
  'url',
  'page',
  'article',
] as const satisfies readonly Schemas['NotificationActionType'][];
export const STATUS_TONES = {
  draft: 'neutral',
  scheduled: 'primary',
  published: 'success',
  cancelled: 'neutral',
} as const;

/** What can be done with one as it stands. */
export function stepsOf({ status, recalled_at }: Pick<Notification, 'status' | 'recalled_at'>) {
  return {
    write: status === 'draft',
    publish: status === 'draft',
    test: status === 'draft',
    unschedule: status === 'scheduled',
    cancel: status === 'draft' || status === 'scheduled',
    recall: status === 'published' && recalled_at === null,
    delete: status === 'draft' || status === 'cancelled',
  };
}

const DELIVERING_MS = 2_000;
const DELIVERED_MS = 15_000;

/** How soon to ask again for the figures of a delivery: often while it runs, seldom while members read; never after a recall. */
export function nextLook(
  { status, recalled_at }: Pick<Notification, 'status' | 'recalled_at'>,
  figures: Pick<Schemas['AdminNotificationRecipientStatsResponse'], 'total' | 'pending'> | undefined,
): number | false {
  if (status !== 'published' || recalled_at !== null) return false;
  return figures === undefined || figures.total === null || figures.pending > 0 ? DELIVERING_MS : DELIVERED_MS;
}
