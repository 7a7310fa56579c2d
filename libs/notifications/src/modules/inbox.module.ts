import { Module } from '@nestjs/common';
import { InboxService } from '../application/inbox/inbox.service';
import { InboxCounters } from '../infrastructure/inbox/inbox-counters';
import { InboxItems } from '../infrastructure/inbox/inbox-items';
import { InboxPages } from '../infrastructure/inbox/inbox-pages';
import { InboxSizes } from '../infrastructure/inbox/inbox-sizes';
import { PersonalInbox } from '../infrastructure/inbox/personal-inbox';

@Module({
  providers: [InboxCounters, InboxItems, InboxPages, InboxService, InboxSizes, PersonalInbox],
  exports: [InboxCounters, InboxItems, InboxService, InboxSizes],
})
export class InboxModule {}
