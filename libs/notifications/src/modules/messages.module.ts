import { AppsModule } from '@libs/apps';
import { IamModule } from '@libs/iam';
import { Module } from '@nestjs/common';
import { DeletedAppMessagesHandler } from '../application/messages/deleted-app-messages.handler';
import { MessagePublicationService } from '../application/messages/message-publication.service';
import { MessagesService } from '../application/messages/messages.service';
import { PublicationTasks } from '../application/messages/publication-tasks';
import { RecipientPreviewsService } from '../application/messages/recipient-previews.service';
import { RecordedMessages } from '../application/messages/recorded-messages';
import { ScheduledMessagesHandler } from '../application/messages/scheduled-messages.handler';
import { SubmissionsService } from '../application/messages/submissions.service';
import { MessageRepository } from '../domain/messages/message.repository';
import { FanOuts } from '../infrastructure/messages/fan-outs';
import { ManagedMessages } from '../infrastructure/messages/managed-messages';
import { NotificationFigures } from '../infrastructure/messages/notification-figures';
import { RecipientStatisticsQueries } from '../infrastructure/messages/recipient-statistics';
import { SubmittedMessages } from '../infrastructure/messages/submitted-messages';
import { TypeOrmMessageRepository } from '../infrastructure/messages/typeorm-message.repository';
import { AudienceModule } from './audience.module';

const PROVIDERS = [
  DeletedAppMessagesHandler,
  FanOuts,
  ManagedMessages,
  MessagePublicationService,
  MessagesService,
  NotificationFigures,
  PublicationTasks,
  RecipientPreviewsService,
  RecipientStatisticsQueries,
  RecordedMessages,
  ScheduledMessagesHandler,
  SubmissionsService,
  SubmittedMessages,
  { provide: MessageRepository, useClass: TypeOrmMessageRepository },
];

@Module({ imports: [AppsModule, IamModule, AudienceModule], providers: PROVIDERS, exports: PROVIDERS })
export class MessagesModule {}
