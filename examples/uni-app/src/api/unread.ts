import { countUnreadNotifications } from '@appkernel/sdk';
import { client } from './client';

const INBOX_TAB = 1;

/** Shows on the tab how many messages are unread. Call it where the tabs are to be seen. */
export async function showUnread(): Promise<void> {
  const { unread_count: count } = await countUnreadNotifications(client);
  if (count > 0) await uni.setTabBarBadge({ index: INBOX_TAB, text: count > 99 ? '99+' : String(count) });
  else await uni.removeTabBarBadge({ index: INBOX_TAB });
}
