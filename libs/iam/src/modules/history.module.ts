import { Module } from '@nestjs/common';
import { AccountChangeNoticeStore } from '../infrastructure/history/account-change-notice-store';
import { EventPages } from '../infrastructure/history/event-pages';
import { LoginEvents } from '../infrastructure/history/login-events';
import { NoticeRecipients } from '../infrastructure/history/notice-recipients';
import { SecurityEvents } from '../infrastructure/history/security-events';
import { SecurityNotices } from '../infrastructure/history/security-notices';
import { AccountChangeMailHandler } from '../application/history/account-change-mail.handler';
import { AccountChanges } from '../application/history/account-changes';
import { OwnerNotices } from '../application/history/owner-notices';
import { SecurityInboxHandler } from '../application/history/security-inbox.handler';
import { SecurityNoticeMailHandler } from '../application/history/security-notices.handler';
import { UntoldAccountChanges } from '../application/history/untold-account-changes';
import { AccountsModule } from './accounts.module';
import { MailsModule } from './mails.module';

@Module({
  imports: [AccountsModule, MailsModule],
  providers: [
    AccountChangeMailHandler,
    AccountChangeNoticeStore,
    AccountChanges,
    EventPages,
    LoginEvents,
    NoticeRecipients,
    OwnerNotices,
    SecurityEvents,
    SecurityInboxHandler,
    SecurityNoticeMailHandler,
    SecurityNotices,
    UntoldAccountChanges,
  ],
  exports: [AccountChangeNoticeStore, AccountChanges, LoginEvents, OwnerNotices, SecurityEvents, SecurityNotices],
})
export class HistoryModule {}
