import { Handles, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { derivedId, type SupportedLocale } from '@libs/kernel';
import type { NotificationScope } from '../../domain/notification-scope';
import { PushTestDue } from '../../domain/push/push.events';
import type { PushNotification, PushOutcome, PushProviderName } from '../../domain/push/push-provider';
import { type PushDevice, PushDevices } from '../../infrastructure/push/push-devices';
import { PushProviderStore } from '../../infrastructure/push/push-provider-store';
import { PushRoutes } from '../../infrastructure/push/push-routes';
import { TEXTS } from '../../locales/texts';

const LIFETIME_MS = 60 * 60 * 1_000;

/** Sends a test push to the devices of one member, and keeps what became of it for whoever asked for it. */
@Handles(PushTestDue.type, 'push')
export class PushTestsHandler implements OutboxHandler {
  constructor(
    private readonly routes: PushRoutes,
    private readonly devices: PushDevices,
    private readonly store: PushProviderStore,
  ) {}

  async handle(message: OutboxMessage): Promise<void> {
    const { tenantId, appId, data } = message;
    if (appId === null) return;
    const [scope, provider] = [{ tenantId, appId }, data['provider'] as PushProviderName];
    const route = await this.routes.named(scope, provider);
    const devices = await this.devices.ofMember(scope, String(data['user_id']), provider);
    // Either may be gone since it was asked for.
    if (!route || !devices || devices.length === 0) return;
    const outcomes: PushOutcome[] = [];
    for (let sent = 0; sent < devices.length; sent += route.provider.batchSize) {
      const batch = devices.slice(sent, sent + route.provider.batchSize);
      outcomes.push(...(await route.provider.send(batch.map((device) => notificationFor(message, device)))));
    }
    await this.keep(scope, provider, outcomes);
    const again = outcomes.find(({ kind }) => kind === 'retry');
    if (again) throw new Error(`the push provider ${provider} was not reached`);
  }

  private async keep(scope: NotificationScope, provider: PushProviderName, outcomes: readonly PushOutcome[]) {
    const reasons = outcomes.flatMap((outcome) => ('reason' in outcome ? [outcome.reason] : []));
    const failed = outcomes.filter(({ kind }) => kind !== 'sent').length;
    const at = new Date().toISOString();
    const result = { at, sent: outcomes.length - failed, failed, reason: reasons[0] ?? null };
    await this.store.recordTest(scope, provider, result);
  }
}

function notificationFor({ id, data, attempt, createdAt }: OutboxMessage, device: PushDevice): PushNotification {
  return {
    // The same in every attempt.
    deliveryId: derivedId(id, device.id),
    messageId: id,
    device,
    ...TEXTS[data['locale'] as SupportedLocale].pushTest,
    data: { id, type: 'test', action: JSON.stringify({ type: 'none', target: null }) },
    isMarketing: false,
    expiresAt: new Date(createdAt.getTime() + LIFETIME_MS),
    attempt,
  };
}
