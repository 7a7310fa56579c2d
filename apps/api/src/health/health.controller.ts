import { Get } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { VERSION } from '@libs/foundation';
import { DependencyUnavailableError, field } from '@libs/kernel';
import { answer } from '../http/answers/answer';
import { Answers, Raises } from '../http/answers/answers';
import { InternalController } from '../surfaces/surfaces';
import { Readiness } from './readiness';

export class HealthResponse extends answer({
  status: field.constant('ok'),
  version: field.text().example('0.1.0'),
  uptimeSeconds: field.count().example(86400),
  degraded: field
    .some('OptionalDependency', ['redis'])
    .optional()
    .about('Only while an optional dependency is unavailable'),
}) {
  constructor(degraded: readonly 'redis'[] = []) {
    const uptimeSeconds = Math.floor(process.uptime());
    super({ status: 'ok', version: VERSION, uptimeSeconds, ...(degraded.length > 0 ? { degraded } : {}) });
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
  getLiveness() {
    return new HealthResponse();
  }

  @Get('ready')
  @ApiOperation({
    summary: 'Check that the required dependencies are ready',
    description: 'Answers 503 while a required dependency is unavailable, and names it in `failing_checks`.',
  })
  @Answers(HealthResponse)
  @Raises(DependencyUnavailableError)
  async getReadiness() {
    const degraded = this.readiness.degraded();
    const failing = await this.readiness.failingChecks();
    if (failing.length > 0) {
      throw new DependencyUnavailableError({ retryAfterSeconds: 1, extra: { failing_checks: failing } });
    }
    return new HealthResponse(await degraded);
  }
}
