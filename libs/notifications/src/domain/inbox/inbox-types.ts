import { MESSAGE_TYPES } from '../preferences/notification-preferences';

/** What members can tell apart in their inbox: notices, and the types of messages. */
export const INBOX_TYPES = ['notice', ...MESSAGE_TYPES] as const;
export type InboxType = (typeof INBOX_TYPES)[number];
