import { domainEvent, type SupportedLocale } from '@libs/kernel';
import type { NotificationScope } from '../notification-scope';
import type { PushProviderName } from './push-provider';

/** An administrator wants to see a push arrive. */
export class PushTestDue extends domainEvent(
  'notifications.push_test',
  (_app: NotificationScope, provider: PushProviderName, userId: string, locale: SupportedLocale) => ({
    provider,
    user_id: userId,
    locale,
  }),
  ({ appId }, provider) => ({ lane: `push:${appId}.${provider}` }),
) {}

/** Nothing is sent any more: an administrator has to look at the credentials. */
export class PushProviderPaused extends domainEvent(
  'push.provider_paused',
  (_app: NotificationScope, provider: PushProviderName, reason: string) => ({ provider, reason }),
) {}
