import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config, OutgoingHttp } from '@libs/foundation';
import {
  AuditTrail,
  expectVersion,
  found,
  Outbox,
  ResourceConflictError,
  ResourceNotFoundError,
  type SupportedLocale,
  Transactions,
  ValidationFailedError,
} from '@libs/kernel';
import type { NotificationScope } from '../../domain/notification-scope';
import type { ManagedPushProvider } from '../../domain/push/managed-push-provider';
import { checkedConfig, maskedConfig, type PushConfig } from '../../domain/push/push-config';
import { PushTestDue } from '../../domain/push/push.events';
import type { PushProviderName } from '../../domain/push/push-provider';
import { DeliveryTurns } from '../../infrastructure/deliveries/delivery-turns';
import { PushDevices } from '../../infrastructure/push/push-devices';
import { PushProviderStore, type StoredPushProvider } from '../../infrastructure/push/push-provider-store';

/** How an App reaches devices, as its administrators configure it. */
@Injectable()
export class PushProvidersService {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: PushProviderStore,
    private readonly devices: PushDevices,
    private readonly turns: DeliveryTurns,
    private readonly http: OutgoingHttp,
    private readonly outbox: Outbox,
    private readonly audit: AuditTrail,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async list(scope: NotificationScope): Promise<ManagedPushProvider[]> {
    return (await this.store.list(scope)).map(managed);
  }

  /**
   * Creates or replaces the credentials. One that was paused is tried again, and what waits for it leaves.
   *
   * @param expectedVersion null for whatever is there.
   * @throws ValidationFailedError, VersionConflictError
   * @throws ResourceNotFoundError when there is none with a version.
   */
  async put(
    scope: NotificationScope,
    provider: PushProviderName,
    { enabled, config }: { readonly enabled: boolean; readonly config: PushConfig },
    expectedVersion: number | null,
  ): Promise<ManagedPushProvider> {
    await this.expectPublicUrl(config);
    return this.transactions.run(scope.tenantId, async () => {
      const present = await this.store.findForUpdate(scope, provider);
      if (present && expectedVersion !== null) expectVersion(present, expectedVersion);
      if (!present && expectedVersion !== null) throw new ResourceNotFoundError();
      const checked = checkedConfig(provider, config, present?.secrets ?? {}, this.config.outgoing.allowsHttp);
      const written = await this.store.write(scope, provider, { enabled, ...checked }, present?.lockVersion ?? null);
      // Another request created it at the same time.
      if (!written) throw new ResourceConflictError();
      await this.store.forgetResults(scope, provider);
      await this.turns.release(scope);
      this.record(scope, provider, present && recordOf(present), recordOf(written, present));
      return managed(written);
    });
  }

  /** @throws ResourceNotFoundError, VersionConflictError */
  async delete(scope: NotificationScope, provider: PushProviderName, expectedVersion: number): Promise<void> {
    await this.transactions.run(scope.tenantId, async () => {
      const present = found(await this.store.findForUpdate(scope, provider));
      expectVersion(present, expectedVersion);
      await this.store.delete(scope, provider);
      await this.turns.release(scope);
      this.record(scope, provider, recordOf(present), null);
    });
  }

  /**
   * Has a push sent to the devices of a member, enabled or not.
   *
   * @returns how many devices that are.
   * @throws ResourceNotFoundError when the App has no such provider.
   * @throws ValidationFailedError for somebody who is no active member, or has no device that it reaches.
   */
  async test(
    scope: NotificationScope,
    provider: PushProviderName,
    userId: string,
    locale: SupportedLocale,
  ): Promise<number> {
    return this.transactions.run(scope.tenantId, async () => {
      if (!(await this.store.findForUpdate(scope, provider))) throw new ResourceNotFoundError();
      const devices = await this.devices.ofMember(scope, userId, provider);
      if (devices === null) throw ValidationFailedError.of('user_id', 'unknown_member');
      if (devices.length === 0) throw ValidationFailedError.of('user_id', 'no_push_device');
      await this.outbox.add(new PushTestDue(scope, provider, userId, locale));
      this.record(scope, provider, null, { test_sent_to: userId });
      return devices.length;
    });
  }

  private record({ appId }: NotificationScope, resourceId: string, before: object | null, after: object | null): void {
    this.audit.record({ resourceType: 'push_provider', resourceId, appId, before, after });
  }

  /** What a name stands for is looked at with each call; an address is refused now, so that it is seen. */
  private async expectPublicUrl({ url }: PushConfig): Promise<void> {
    if (typeof url !== 'string') return;
    const reason = await this.http.refusalOf(url);
    if (reason !== null) throw ValidationFailedError.of('config.url', reason);
  }
}

function managed({ secrets: _secrets, ...stored }: StoredPushProvider): ManagedPushProvider {
  return { ...stored, config: maskedConfig(stored.provider, stored.config) };
}

/** What the audit log tells: of the secrets only whether others took their place. */
function recordOf(stored: StoredPushProvider, before: StoredPushProvider | null = null): object {
  const { enabled, config } = managed(stored);
  const replaced = before !== null && JSON.stringify(before.secrets) !== JSON.stringify(stored.secrets);
  return { enabled, config, replaced_credentials: replaced };
}
