import type { SupportedLocale } from '@libs/kernel';

/** A signed-in member, as far as every request must know. */
export interface MemberSession {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The saved locale, which goes before Accept-Language. */
  readonly locale: SupportedLocale | null;
}

/** A signed-in administrator, as far as every request must know. */
export interface AdminSession {
  /** The tenant that the request acts in: the administrator's own, or the one that a platform administrator named. */
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** How the audit log names the administrator. */
  readonly display: string;
  readonly permissions: ReadonlySet<string>;
  /** The tenant asks for a second factor that this administrator has not set up yet: nothing else is open. */
  readonly mustEnrol: boolean;
}
