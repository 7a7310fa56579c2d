import { Inject } from '@nestjs/common';
import { CONFIG, type Config, Handles, MailSender, type OutboxHandler, type OutboxMessage } from '@libs/foundation';
import { isSupportedLocale, Transactions } from '@libs/kernel';
import { type AccountLink, LINK_LIFETIME_HOURS, type AccountLinkPurpose } from '../../domain/passwords/account-link';
import { LoginIdentifiers } from '../../infrastructure/accounts/login-identifiers';
import { TenantIdentities } from '../../infrastructure/accounts/tenant-identities';
import { AdminProfiles } from '../../infrastructure/admin-account/admin-profiles';
import { PasswordResetRequests } from '../../infrastructure/admin-account/password-reset-requests';
import { AccountLinkStore } from '../../infrastructure/passwords/account-link-store';
import { TEXTS } from '../../locales/texts';
import { PasswordResetRequested } from './admin-account.messages';
import { RESET_COOLDOWN_SECONDS } from './password-links.service';
import { renderMail } from '../mails/mail-template';
import { DEFAULT_LOCALE } from '../mails/owner-mails';
import { AccountLinks } from '../passwords/account-links.service';
import { AccountLinkMailDue } from '../passwords/passwords.messages';

const PATHS: Readonly<Record<AccountLinkPurpose, string>> = {
  invitation: 'invite',
  password_reset: 'reset-password',
};
const MAX_RESETS_PER_HOUR = 5;

/** Mails links that can still be used. */
@Handles(AccountLinkMailDue.type, 'mail')
export class AccountLinkMailHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly store: AccountLinkStore,
    private readonly identifiers: LoginIdentifiers,
    private readonly profiles: AdminProfiles,
    private readonly tenants: TenantIdentities,
    private readonly mailSender: MailSender,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  async handle({ id, tenantId, data }: OutboxMessage): Promise<void> {
    const link = await this.transactions.run(tenantId, async () => {
      const found = await this.store.find(tenantId, String(data['link_id']));
      if (!found?.isUsable(await this.transactions.now())) return null;
      return found.purpose === 'password_reset' && (await this.goesToNewcomer(found)) ? null : found;
    });
    // Used, replaced by a newer one, or expired while the mail server was away.
    if (!link) return;
    const profile = await this.profiles.find(tenantId, link.userId);
    if (!profile?.email) return;
    const tenant = await this.tenants.get(tenantId);
    const given = isSupportedLocale(data['locale']) ? data['locale'] : DEFAULT_LOCALE;
    const locale = profile.locale ?? given;
    const url = new URL(PATHS[link.purpose], `${this.config.adminBaseUrl.replace(/\/$/, '')}/`);
    url.searchParams.set('token', this.store.tokenOf(link));
    const mail = renderMail({
      locale,
      texts: TEXTS[locale].mails.accountLinks[link.purpose],
      app: { name: tenant.name, iconUrl: null },
      link: url.href,
      validSeconds: LINK_LIFETIME_HOURS[link.purpose] * 3_600,
    });
    const isAwaited = link.purpose === 'password_reset';
    await this.mailSender.send({ ...mail, from: null, to: profile.email, isAwaited, idempotencyKey: id });
  }

  /** A recently added address cannot be used to set a new password while an older identifier exists. */
  private async goesToNewcomer({ tenantId, userId }: AccountLink): Promise<boolean> {
    const email = await this.identifiers.findPrimaryEmail(tenantId, userId);
    return email !== null && this.identifiers.isTooNew(email);
  }
}

/** Runs after the request was answered, and checks whether the account exists. */
@Handles(PasswordResetRequested.type, 'codes.requests')
export class PasswordResetRequestHandler implements OutboxHandler {
  constructor(
    private readonly transactions: Transactions,
    private readonly requests: PasswordResetRequests,
    private readonly links: AccountLinks,
  ) {}

  async handle({ tenantId, data }: OutboxMessage): Promise<void> {
    await this.transactions.run(tenantId, async () => {
      const request = await this.requests.take(tenantId, String(data['request_id']));
      if (!request) return;
      const { email, locale } = request;
      const userId = await this.requests.recipient(tenantId, email, RESET_COOLDOWN_SECONDS, MAX_RESETS_PER_HOUR);
      if (userId) await this.links.issue(tenantId, userId, 'password_reset', { locale });
    });
  }
}
