import type { SupportedLocale } from '@libs/kernel';
import type { LimitedToApps } from '../../domain/sessions/app-limit';

/** The signed-in member, as far as every request needs it. */
export interface MemberSession {
  readonly tenantId: string;
  readonly appId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The saved locale, which takes precedence over Accept-Language. */
  readonly locale: SupportedLocale | null;
}

/**
 * The signed-in administrator, as far as every request needs it; or an API client with permissions, whose id is in the place
 * of those of user and session: rows say by it who made them.
 */
export interface AdminSession extends LimitedToApps {
  /** The tenant that the request acts in: the administrator's own, or one named by a platform administrator. */
  readonly tenantId: string;
  readonly homeTenantId: string;
  readonly userId: string;
  readonly sessionId: string;
  /** The name in the audit log. */
  readonly display: string;
  readonly permissions: ReadonlySet<string>;
  /** The tenant requires a second factor that this administrator has not set up yet: nothing else is open. */
  readonly mustEnrol: boolean;
}
