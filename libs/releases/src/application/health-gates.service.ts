import { Injectable } from '@nestjs/common';
import { Outbox, SystemAudit, Transactions } from '@libs/kernel';
import { type HealthReading, healthOf } from '../domain/health-gate';
import type { Release } from '../domain/release';
import { ReleaseHealthTripped } from '../domain/release.events';
import { ReleaseRepository } from '../domain/release.repository';
import { ReleaseHealth } from '../infrastructure/release-health';
import { ReleasePointers } from '../infrastructure/release-pointers';
import { ReleasePublicationService } from './release-publication.service';
import { VersionedReleases } from './versioned-releases';

/** Acts when too many of the devices that a release reached fail with it. */
@Injectable()
export class HealthGatesService {
  constructor(
    private readonly transactions: Transactions,
    private readonly releases: ReleaseRepository,
    private readonly pointers: ReleasePointers,
    private readonly health: ReleaseHealth,
    private readonly versioned: VersionedReleases,
    private readonly publication: ReleasePublicationService,
    private readonly outbox: Outbox,
    private readonly systemAudit: SystemAudit,
  ) {}

  /**
   * Checks the gate of a release, and lets it act if it must. It acts once, however many check at the same time, until
   * the gate is changed or the release is published again.
   *
   * @param cause names the trigger of the check in the audit log.
   */
  async check(tenantId: string, appId: string, releaseId: string, cause: string): Promise<void> {
    await this.health.begin(tenantId, releaseId);
    const reading = await this.health.read(tenantId, releaseId);
    await this.health.rest(tenantId, releaseId, (reading?.heard ?? 0) + (reading?.installations ?? 0));
    const health = reading && healthOf(reading);
    if (health === 'failing') await this.trip(tenantId, appId, releaseId, cause);
    // A suspect release stays on the list: then reports of success trigger the next check, too, as they may be the
    // missing ones.
    if (health !== 'suspect') await this.health.settle(tenantId, releaseId);
  }

  /** Checks all gates: for conditions that became true without a report, and for lost messages. */
  async checkAll(cause: string): Promise<void> {
    await this.health.forgetLost();
    const failures: unknown[] = [];
    // One by one: a gate that takes long, or cannot be read, does not affect the others.
    for (const { tenantId, appId, releaseId } of await this.health.guarded()) {
      await this.checkUnasked(tenantId, appId, releaseId, cause).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} health gates could not act`);
  }

  private async checkUnasked(tenantId: string, appId: string, releaseId: string, cause: string): Promise<void> {
    const reading = await this.health.read(tenantId, releaseId);
    if (reading && healthOf(reading) === 'failing') await this.check(tenantId, appId, releaseId, cause);
  }

  private trip(tenantId: string, appId: string, releaseId: string, cause: string): Promise<void> {
    const job = { tenantId, action: 'releases.publish', name: 'releases.health_gate', id: cause };
    return this.systemAudit.perform(job, () =>
      this.transactions.run(tenantId, async () => {
        await this.pointers.lock(tenantId, appId);
        const release = await this.releases.getForUpdate(tenantId, appId, releaseId);
        const reading = await this.health.read(tenantId, releaseId);
        if (!reading || healthOf(reading) !== 'failing') return;
        release.tripHealthGate(await this.transactions.now());
        await this.releases.save(release);
        const after = { health_tripped_at: release.healthTrippedAt?.toISOString(), ...recordOf(reading) };
        this.versioned.record(release, { health_tripped_at: null }, after);
        await this.act(release, reading);
        const acted = await this.releases.getForUpdate(tenantId, appId, releaseId);
        await this.outbox.add(new ReleaseHealthTripped(acted, await this.pointers.placesOf(acted), reading));
      }),
    );
  }

  /** Does what an administrator would do, by the same methods. */
  private async act({ tenantId, appId, id, lockVersion, rolloutPaused }: Release, { gate }: HealthReading) {
    if (gate.action === 'unpublish') await this.publication.unpublish(tenantId, appId, id, lockVersion);
    if (gate.action === 'pause' && !rolloutPaused) {
      await this.publication.rollOut(tenantId, appId, id, lockVersion, { paused: true });
    }
  }
}

function recordOf({ gate, failures, reports, installations }: HealthReading): object {
  const counted = { health_action: gate.action, health_failures: failures, health_reports: reports };
  return installations === null ? counted : { ...counted, health_installations: installations };
}
