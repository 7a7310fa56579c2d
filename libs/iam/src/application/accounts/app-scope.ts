import type { SupportedLocale } from '@libs/kernel';

/** The App that a use case works in, as the guard resolved it. */
export interface AppScope {
  readonly tenantId: string;
  readonly appId: string;
}

/** The client of a request, as far as the service can see. */
export interface Client {
  readonly ip: string;
  /** The address as limits count it: IPv6 by its /64. */
  readonly addressKey: string;
  readonly userAgent: string | null;
  /** The locale of the answer. */
  readonly locale: SupportedLocale;
}

/** The answer to a request for a code: the same two numbers whether or not the account exists. */
export interface AcceptedRequest {
  readonly resendAfterSeconds: number;
  readonly expiresInSeconds: number;
}
