import type { DomainEvent, SupportedLocale } from '@libs/kernel';
import type { NotificationScope } from '../notification-scope';
import type { PushProviderName } from './push-provider';

/** The type of outbox message that has a test push sent. */
export const PUSH_TEST = 'notifications.push_test';

/** An administrator wants to see a push arrive. */
export class PushTestDue implements DomainEvent {
  readonly type = PUSH_TEST;
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;
  readonly lane: string;

  constructor(
    { tenantId, appId }: NotificationScope,
    provider: PushProviderName,
    userId: string,
    locale: SupportedLocale,
  ) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { provider, user_id: userId, locale };
    this.lane = `push:${appId}.${provider}`;
  }
}

/** Nothing is sent any more: an administrator has to look at the credentials. */
export class PushProviderPaused implements DomainEvent {
  readonly type = 'push.provider_paused';
  readonly tenantId: string;
  readonly appId: string;
  readonly data: Readonly<Record<string, unknown>>;

  constructor({ tenantId, appId }: NotificationScope, provider: PushProviderName, reason: string) {
    this.tenantId = tenantId;
    this.appId = appId;
    this.data = { provider, reason };
  }
}
