import { type SupportedLocale, tenantEvent } from '@libs/kernel';
import type { AccountLink } from '../../domain/passwords/account-link';

/**
 * Mails a link; in the given locale if the user has saved none. A user who forgot a password waits for the mail at a
 * screen, as for a code.
 */
export class AccountLinkMailDue extends tenantEvent(
  'iam.account_link_mail',
  ({ id }: AccountLink, locale: SupportedLocale | undefined) => ({ link_id: id, ...(locale && { locale }) }),
  ({ purpose }): { readonly lane?: string } => (purpose === 'password_reset' ? { lane: 'codes.mail' } : {}),
) {}
