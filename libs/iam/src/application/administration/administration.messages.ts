import type { DomainEvent, SupportedLocale } from '@libs/kernel';

/** The type of outbox message that mails one administrator that the health gate of a release has acted. */
export const RELEASE_HEALTH_MAIL = 'iam.release_health_mail';

/** What happened to the release, with the keys of the event. */
export type ReleaseHealthFacts = Readonly<Record<string, unknown>>;

export class ReleaseHealthMailDue implements DomainEvent {
  readonly type = RELEASE_HEALTH_MAIL;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param locale of the mail if the user has saved none. */
  constructor(
    readonly tenantId: string,
    readonly appId: string,
    { eventId, userId, locale }: { eventId: string; userId: string; locale: SupportedLocale },
    facts: ReleaseHealthFacts,
  ) {
    this.data = { event_id: eventId, user_id: userId, locale, ...facts };
  }
}
