import { Get, Param, Post } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import { OutboxQueueCounts, QUEUES } from '@libs/foundation';
import type { AdminSession } from '@libs/iam';
import { JobsService, QueueNotPausableError } from '@libs/operations';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminJobQueueListResponse, AdminJobQueuePauseResponse } from './admin-jobs.dto';

const NAME_PARAM = {
  name: 'name',
  description: 'The name of a queue',
  schema: { type: 'string', enum: [...QUEUES] },
} as const;

@AdminController('jobs/queues', 'Jobs')
@Records('job_queue')
export class AdminJobQueuesController {
  constructor(
    private readonly counts: OutboxQueueCounts,
    private readonly jobs: JobsService,
  ) {}

  @Get()
  @RequiresPermission('jobs.read')
  @ApiOperation({
    summary: 'List the queues',
    description: 'For each queue the number of jobs of the tenant by state. Completed jobs are not counted.',
  })
  @Answers(AdminJobQueueListResponse)
  async listAdminJobQueues(@CurrentAdmin() { tenantId }: AdminSession) {
    return new AdminJobQueueListResponse({ items: await this.counts.ofTenant(tenantId) });
  }

  @Post(':name/pause')
  @RequiresPermission('jobs.write')
  @ApiOperation({
    summary: 'Pause a queue',
    description:
      'No process starts a job of the tenant in a paused queue; active jobs are finished. Queues that send codes cannot be paused.',
  })
  @ApiParam(NAME_PARAM)
  @Answers(AdminJobQueuePauseResponse)
  @Raises(QueueNotPausableError)
  async pauseAdminJobQueue(@CurrentAdmin() { tenantId }: AdminSession, @Param('name') name: string) {
    await this.jobs.pause(tenantId, name);
    return new AdminJobQueuePauseResponse({ name, paused: true });
  }

  @Post(':name/resume')
  @RequiresPermission('jobs.write')
  @ApiOperation({
    summary: 'Resume a queue',
    description: 'Jobs of the tenant in the queue are started again when they are due.',
  })
  @ApiParam(NAME_PARAM)
  @Answers(AdminJobQueuePauseResponse)
  async resumeAdminJobQueue(@CurrentAdmin() { tenantId }: AdminSession, @Param('name') name: string) {
    await this.jobs.resume(tenantId, name);
    return new AdminJobQueuePauseResponse({ name, paused: false });
  }
}
