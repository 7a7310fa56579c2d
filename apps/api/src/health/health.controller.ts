import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { VERSION } from '@libs/foundation';
import { DependencyUnavailableError } from '@libs/kernel';
import { Answer } from '../http/answers/answer-fields';
import { Answers, Raises } from '../http/answers/answers';
import { InternalController } from '../surfaces/surfaces';
import { Readiness } from './readiness';

export class HealthResponse {
  @Answer.Constant('ok')
  readonly status: string = 'ok';

  @Answer.Text({ example: '0.1.0' })
  readonly version: string = VERSION;

  @Answer.Count({ example: 86400 })
  readonly uptime_seconds: number = Math.floor(process.uptime());

  @Answer.SomeOf('OptionalDependency', ['redis'], {
    optional: true,
    description: 'Only while an optional dependency is unavailable',
  })
  readonly degraded?: readonly string[];

  constructor(degraded: readonly string[] = []) {
    if (degraded.length > 0) this.degraded = degraded;
  }
}

@InternalController('health')
export class HealthController {
  constructor(private readonly readiness: Readiness) {}

  @Get('live')
  @ApiOperation({
    summary: 'Check that the process is alive',
    description: 'Liveness probe: checks only the process, none of its dependencies.',
  })
  @Answers(HealthResponse)
  getLiveness(): HealthResponse {
    return new HealthResponse();
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check that the required dependencies are ready',
    description: 'Answers 503 while a required dependency is unavailable, and names it in `failing_checks`.',
  })
  @Answers(HealthResponse)
  @Raises(DependencyUnavailableError)
  async getReadiness(): Promise<HealthResponse> {
    const failing = await this.readiness.failingChecks();
    if (failing.length > 0) {
      throw new DependencyUnavailableError({ retryAfterSeconds: 1, extra: { failing_checks: failing } });
    }
    return new HealthResponse(this.readiness.degraded);
  }
}
