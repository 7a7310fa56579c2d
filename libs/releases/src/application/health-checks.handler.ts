import type { OnModuleInit } from '@nestjs/common';
import { Handles, type OutboxHandler, type OutboxMessage, Sweeps } from '@libs/foundation';
import { newId } from '@libs/kernel';
import { HealthCheckRequested } from '../domain/release.events';
import { HealthGatesService } from './health-gates.service';

/** Checks health gates: after reports of failures, and those of all releases periodically. */
@Handles(HealthCheckRequested.type)
export class HealthChecksHandler implements OutboxHandler, OnModuleInit {
  constructor(
    private readonly sweeps: Sweeps,
    private readonly gates: HealthGatesService,
  ) {}

  onModuleInit(): void {
    this.sweeps.register('releases.health', () => this.gates.checkAll(newId()));
  }

  async handle({ id, tenantId, appId, data }: OutboxMessage): Promise<void> {
    if (appId === null) return;
    await this.gates.check(tenantId, appId, String(data['release_id']), id);
  }
}
