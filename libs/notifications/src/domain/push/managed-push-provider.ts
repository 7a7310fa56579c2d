import { field, fields, type ValuesOf } from '@libs/kernel';
import type { PushConfig } from './push-config';
import { PUSH_PROVIDER_NAMES } from './push-provider';

/** The result of a test push. */
export const pushTestResult = fields({
  at: field.instant().as<string>(),
  sent: field.count().about('Pushes that the provider accepted').example(1),
  failed: field.count().example(0),
  reason: field
    .text()
    .nullable()
    .about('Reason for a failure, in the words of the provider; null without a failure')
    .example(null),
});

export type PushTestResult = ValuesOf<typeof pushTestResult>;

/** How an App reaches devices through one provider, as its administrators see it. */
export const managedPushProvider = fields({
  provider: field.one('PushProviderName', PUSH_PROVIDER_NAMES).example('apns'),
  enabled: field.flag(),
  config: field
    .json<PushConfig>(24 * 1_024)
    .about('The saved configuration, with `********` in place of each secret')
    .example({
      key: '********',
      key_id: 'ABC123DEFG',
      team_id: 'DEF123GHIJ',
      topic: 'com.example.app',
      environment: 'production',
    }),
  pausedAt: field
    .instant()
    .nullable()
    .about(
      'Start of the pause: the provider refuses the credentials, so that only single pushes are tried until the provider is saved again. Null if not paused',
    )
    .example(null),
  pauseReason: field
    .text()
    .nullable()
    .about('The error of the provider that caused the pause; null if not paused')
    .example(null),
  lastTest: field.json<PushTestResult>().nullable(),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
  updatedBy: field.actor(),
});

/** Each secret is masked. */
export type ManagedPushProvider = ValuesOf<typeof managedPushProvider>;
