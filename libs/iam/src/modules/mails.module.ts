import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { AccountOwners } from '../infrastructure/mails/account-owners';
import { AppBranding } from '../infrastructure/mails/app-branding';
import { OwnerMails } from '../application/mails/owner-mails';

@Module({
  imports: [AppsModule],
  providers: [AccountOwners, AppBranding, OwnerMails],
  exports: [AppBranding, OwnerMails],
})
export class MailsModule {}
