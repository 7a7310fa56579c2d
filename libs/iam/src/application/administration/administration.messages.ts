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

/** The type of outbox message that mails one owner that the second factor of administrators is required, or no more. */
export const ADMIN_MFA_MAIL = 'iam.admin_mfa_mail';

export class AdminMfaMailDue implements DomainEvent {
  readonly type = ADMIN_MFA_MAIL;
  readonly appId = null;
  readonly data: Readonly<Record<string, unknown>>;

  /** @param change what the event tells, with its keys: `required`, `at` and the `locale` of the request. */
  constructor(
    readonly tenantId: string,
    { eventId, userId }: { eventId: string; userId: string },
    change: Readonly<Record<string, unknown>>,
  ) {
    const { required, at, locale } = change;
    this.data = { event_id: eventId, user_id: userId, required, at, locale };
  }
}
