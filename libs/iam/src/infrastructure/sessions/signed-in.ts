import type { SupportedLocale } from '@libs/kernel';

/** The signed-in member, as far as every request needs it. */
export interface MemberSession {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The saved locale, which takes precedence over Accept-Language. */
  readonly locale: SupportedLocale | null;
}

/** The signed-in administrator, as far as every request needs it. */
export interface AdminSession {
  /** The tenant that the request acts in: the administrator's own, or one named by a platform administrator. */
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The administrator's name in the audit log. */
  readonly display: string;
  readonly permissions: ReadonlySet<string>;
  /** The tenant requires a second factor that this administrator has not set up yet: nothing else is open. */
  readonly mustEnrol: boolean;
}
