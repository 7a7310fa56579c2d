import { Get, Inject } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import {
  ChangeFeed,
  type Config,
  CONFIG,
  DatabaseStatus,
  OutboxQueueCounts,
  RedisConnections,
  VERSION,
} from '@libs/foundation';
import { Instances } from '@libs/operations';
import { MIGRATIONS } from '../../../../../migrations';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers } from '../../http/answers/answers';
import { AdminController } from '../../surfaces/surfaces';
import { RuntimeResponse } from './admin-runtime.dto';

@AdminController('runtime', 'Runtime')
export class AdminRuntimeController {
  constructor(
    @Inject(CONFIG) private readonly config: Config,
    private readonly instances: Instances,
    private readonly database: DatabaseStatus,
    private readonly redis: RedisConnections,
    private readonly queues: OutboxQueueCounts,
    private readonly feed: ChangeFeed,
  ) {}

  @Get()
  @RequiresPermission('runtime.read')
  @ApiOperation({
    summary: 'Get the processes of the installation and the state of their dependencies',
    description: 'A process that ended without deregistering is listed for up to 45 seconds.',
  })
  @Answers(RuntimeResponse)
  async getRuntime() {
    const { pool } = this.database;
    const [instances, { version, migrations }, redis, queues] = await Promise.all([
      this.instances.list(),
      this.database.read(),
      this.redis.check(),
      this.queues.ofAll(),
    ]);
    const { rss: rssBytes, heapUsed: heapUsedBytes } = process.memoryUsage();
    return new RuntimeResponse({
      version: VERSION,
      commit: this.config.buildCommit,
      memory: { rssBytes, heapUsedBytes },
      instances,
      database: { pool, version, applied: migrations, known: MIGRATIONS.map(({ name }) => name) },
      redis,
      queues,
      caches: this.feed.caches.statistics,
    });
  }
}
