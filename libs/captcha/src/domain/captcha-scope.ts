export type CaptchaScene = 'login' | 'registration' | 'password_reset' | 'identifier_verify' | 'step_up';

/** Where a request comes from, as limits count it. */
export interface CaptchaCaller {
  readonly tenantId: string;
  readonly appId: string;
  /** The key of the installation, in lower case. */
  readonly deviceKey: string;
  /** The client's address: IPv6 by /64. */
  readonly addressKey: string;
}

/**
 * What a challenge is issued for. Its proof works for a request of the very same scope and for no other, so both are
 * made of the request itself, by the same rules.
 */
export interface CaptchaScope extends CaptchaCaller {
  readonly scene: CaptchaScene;
  /** The number that the SMS goes to, E.164. */
  readonly mobile: string;
  /** Null in the scenes before a session, whatever bearer is sent there. */
  readonly sessionId: string | null;
  /** With `step_up` alone. */
  readonly stepUp: StepUpScope | null;
}

/** The member's own identifier that receives the code, and the act that the code is to permit. Ids in lower case. */
export interface StepUpScope {
  readonly identifierId: string;
  readonly purpose: string;
  readonly resource: string;
}
