import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { IamModule } from '@libs/iam';
import { Module } from '@nestjs/common';
import { DeletedAppMessagesHandler } from '../application/messages/deleted-app-messages.handler';
import { MessageActions } from '../application/messages/message-actions';
import { MessagePublicationService } from '../application/messages/message-publication.service';
import { MessagesService } from '../application/messages/messages.service';
import { PreviewedAudiences } from '../application/messages/previewed-audiences';
import { PublicationTasks } from '../application/messages/publication-tasks';
import { RecipientPreviewsService } from '../application/messages/recipient-previews.service';
import { RecordedMessages } from '../application/messages/recorded-messages';
import { ScheduledMessagesHandler } from '../application/messages/scheduled-messages.handler';
import { SubmissionsService } from '../application/messages/submissions.service';
import { FanOuts } from '../infrastructure/messages/fan-outs';
import { ManagedMessages } from '../infrastructure/messages/managed-messages';
import { MessageSearch } from '../infrastructure/messages/message-search';
import { MessageStore } from '../infrastructure/messages/message-store';
import { NotificationFigures } from '../infrastructure/messages/notification-figures';
import { RecipientStatisticsQueries } from '../infrastructure/messages/recipient-statistics';
import { SubmittedMessages } from '../infrastructure/messages/submitted-messages';
import { AudienceModule } from './audience.module';

const PROVIDERS = [
  DeletedAppMessagesHandler,
  FanOuts,
  ManagedMessages,
  MessageActions,
  MessagePublicationService,
  MessageSearch,
  MessagesService,
  MessageStore,
  NotificationFigures,
  PreviewedAudiences,
  PublicationTasks,
  RecipientPreviewsService,
  RecipientStatisticsQueries,
  RecordedMessages,
  ScheduledMessagesHandler,
  SubmissionsService,
  SubmittedMessages,
];

@Module({ imports: [AppsModule, ContentModule, IamModule, AudienceModule], providers: PROVIDERS, exports: PROVIDERS })
export class MessagesModule {}
