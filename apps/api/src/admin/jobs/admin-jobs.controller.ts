import { Body, Delete, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { SweepSchedule } from '@libs/foundation';
import { type AdminSession, expectOfApps } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { JobNeededError, JobsService, JobStateError } from '@libs/operations';
import { KeepsToApps, Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import {
  AdminJobListQuery,
  AdminJobListResponse,
  AdminJobResponse,
  AdminJobScheduleListResponse,
  AdminJobsRetryRequest,
  AdminJobsRetryResponse,
} from './admin-jobs.dto';

@AdminController('jobs', 'Jobs')
@Records('job')
export class AdminJobsController {
  constructor(
    private readonly jobs: JobsService,
    private readonly schedule: SweepSchedule,
  ) {}

  @Get()
  @KeepsToApps()
  @RequiresPermission('jobs.read')
  @ApiOperation({
    summary: 'List the jobs of the tenant',
    description:
      'Newest first. Completed jobs are kept for seven days, dead letters for 90 days. The search covers the newest 50,000 jobs: those of each lane, or with no `state` or `completed` those of the tenant.',
  })
  @Answers(AdminJobListResponse)
  @Raises(ValidationFailedError)
  async listAdminJobs(@CurrentAdmin() { tenantId, appIds }: AdminSession, @Query() query: AdminJobListQuery) {
    const { queue, state, type } = query;
    return new AdminJobListResponse(query, await this.jobs.list(tenantId, { queue, state, type, appIds }, query));
  }

  @Get('schedules')
  @RequiresPermission('jobs.read')
  @ApiOperation({
    summary: 'List the recurring jobs',
    description: 'Recurring jobs run for the whole installation, each in one process at a time.',
  })
  @Answers(AdminJobScheduleListResponse)
  async listAdminJobSchedules() {
    return new AdminJobScheduleListResponse({ items: await this.schedule.list() });
  }

  @Post('retry')
  @RequiresPermission('jobs.write')
  @ApiOperation({
    summary: 'Retry dead letters of a queue',
    description: 'Each retried job is due at once, with its attempts counted anew.',
  })
  @Answers(AdminJobsRetryResponse)
  @Raises(ValidationFailedError)
  async retryAdminJobs(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Body() { queue, type, limit }: AdminJobsRetryRequest,
  ) {
    return new AdminJobsRetryResponse({ retried: await this.jobs.retryDead(tenantId, queue, type ?? null, limit) });
  }

  @Get(':id')
  @KeepsToApps()
  @RequiresPermission('jobs.read')
  @ApiOperation({ summary: 'Get a job', description: 'The same representation as in the list.' })
  @Answers(AdminJobResponse)
  async getAdminJob(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    const job = await this.jobs.get(admin.tenantId, id);
    expectOfApps(admin, job.appId);
    return new AdminJobResponse(job);
  }

  @Post(':id/retry')
  @KeepsToApps()
  @RequiresPermission('jobs.write')
  @ApiOperation({
    summary: 'Retry a job',
    description:
      'A failed or dead job becomes due at once, with its attempts counted anew. Content that has expired in the meantime, such as a code, is not sent.',
  })
  @Answers(AdminJobResponse)
  @Raises(JobStateError)
  async retryAdminJob(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.expectOfApps(admin, id);
    return new AdminJobResponse(await this.jobs.retry(admin.tenantId, id));
  }

  @Delete(':id')
  @KeepsToApps()
  @RequiresPermission('jobs.write')
  @ApiOperation({
    summary: 'Delete a job',
    description:
      'Only a job that is neither active nor completed can be deleted. Refused for events, erasures, publications, security notices and other jobs whose loss could not be repaired.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(JobStateError, JobNeededError)
  async deleteAdminJob(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    await this.expectOfApps(admin, id);
    await this.jobs.delete(admin.tenantId, id);
    return new AdminDeleteResponse(id);
  }

  /** The App of a job never changes. @throws ResourceNotFoundError */
  private async expectOfApps(admin: AdminSession, id: string): Promise<void> {
    if (admin.appIds !== null) expectOfApps(admin, (await this.jobs.get(admin.tenantId, id)).appId);
  }
}
