export type CaptchaScene = 'login' | 'registration' | 'password_reset' | 'identifier_verify' | 'step_up';

/** The origin of a request, as limits count it. */
export interface CaptchaCaller {
  readonly tenantId: string;
  readonly appId: string;
  /** The key of the installation, in lower case. */
  readonly deviceKey: string;
  /** The client's address: IPv6 by its /64. */
  readonly addressKey: string;
}

/**
 * The scope of a challenge. Its proof works only for a request of exactly the same scope, so both scopes are made from
 * the request itself, by the same rules.
 */
export interface CaptchaScope extends CaptchaCaller {
  readonly scene: CaptchaScene;
  /** The number that the SMS goes to, E.164. */
  readonly mobile: string;
  /** Null in the scenes before a session, even if a bearer token is sent there. */
  readonly sessionId: string | null;
  /** Only in the scene `step_up`. */
  readonly stepUp: StepUpScope | null;
}

/** The member's own identifier that receives the code, and the act that the code will permit. Ids in lower case. */
export interface StepUpScope {
  readonly identifierId: string;
  readonly purpose: string;
  readonly resource: string;
}
