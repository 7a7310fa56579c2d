import { Module } from '@nestjs/common';
import { InboxService } from '../application/inbox/inbox.service';
import { InboxCounters } from '../infrastructure/inbox/inbox-counters';
import { InboxItems } from '../infrastructure/inbox/inbox-items';
import { InboxPages } from '../infrastructure/inbox/inbox-pages';
import { InboxSizes } from '../infrastructure/inbox/inbox-sizes';
import { PersonalInbox } from '../infrastructure/inbox/personal-inbox';
import { SingleItems } from '../infrastructure/inbox/single-items';

@Module({
  providers: [InboxCounters, InboxItems, InboxPages, InboxService, InboxSizes, PersonalInbox, SingleItems],
  exports: [InboxCounters, InboxItems, InboxService, InboxSizes],
})
export class InboxModule {}
