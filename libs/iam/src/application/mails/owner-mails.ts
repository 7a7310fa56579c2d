import { Injectable } from '@nestjs/common';
import { MailSender, type OutboxMessage } from '@libs/foundation';
import { isSupportedLocale, type SupportedLocale } from '@libs/kernel';
import { type AccountOwner, AccountOwners } from '../../infrastructure/mails/account-owners';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { type MailContent, renderMail } from './mail-template';
import type { MailTexts } from './mail-texts';

const DEFAULT_LOCALE: SupportedLocale = 'en-US';

/** Mails about an account to its owner, in the saved locale or that of the request. */
@Injectable()
export class OwnerMails {
  constructor(
    private readonly owners: AccountOwners,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  /**
   * Sends nothing where nobody can be reached. What concerns no App, or one that is not available any more, comes in the
   * name of the tenant.
   *
   * @param message of which `user_id` and `locale` are read.
   */
  async send(
    { id, tenantId, appId, data }: OutboxMessage,
    texts: Readonly<Record<SupportedLocale, MailTexts>>,
    content: (owner: AccountOwner, locale: SupportedLocale) => Pick<MailContent, 'facts' | 'link' | 'validSeconds'>,
  ): Promise<void> {
    const owner = await this.owners.find(tenantId, String(data['user_id']));
    if (!owner) return;
    const app = appId === null ? null : await this.branding.find(tenantId, appId);
    const given = isSupportedLocale(data['locale']) ? data['locale'] : DEFAULT_LOCALE;
    const locale = owner.locale ?? given;
    const sender = app ?? { name: owner.tenantName, iconUrl: null };
    const mail = renderMail({ locale, texts: texts[locale], app: sender, ...content(owner, locale) });
    await this.mailSender.send({ ...mail, to: owner.email, idempotencyKey: id });
  }
}
