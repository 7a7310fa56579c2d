import { Module } from '@nestjs/common';
import { JobsModule } from '@libs/operations';
import { AdminJobQueuesController } from './admin-job-queues.controller';
import { AdminJobsController } from './admin-jobs.controller';

// The queues first: `queues` is no id.
@Module({ imports: [JobsModule], controllers: [AdminJobQueuesController, AdminJobsController] })
export class AdminJobsModule {}
