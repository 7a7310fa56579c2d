import { AppsModule } from '@libs/apps';
import { ContentModule } from '@libs/content';
import { FilesModule } from '@libs/files';
import { IamModule } from '@libs/iam';
import { NotificationsModule } from '@libs/notifications';
import { OperationsModule } from '@libs/operations';
import { ReleasesModule } from '@libs/releases';
import { WebhooksModule } from '@libs/webhooks';
import type { EntitySchema } from 'typeorm';

/** The entities of all contexts, as the api, the worker, TypeORM's command line and the suites know them. */
export const ENTITIES: EntitySchema[] = [
  ...AppsModule.entities,
  ...ContentModule.entities,
  ...FilesModule.entities,
  ...IamModule.entities,
  ...NotificationsModule.entities,
  ...OperationsModule.entities,
  ...ReleasesModule.entities,
  ...WebhooksModule.entities,
];
