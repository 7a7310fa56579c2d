import { Injectable } from '@nestjs/common';
import { MailSender, type OutboxMessage } from '@libs/foundation';
import { isSupportedLocale, type SupportedLocale } from '@libs/kernel';
import { type AccountOwner, AccountOwners } from '../../infrastructure/mails/account-owners';
import { AppBranding } from '../../infrastructure/mails/app-branding';
import { type MailContent, renderMail } from './mail-template';

export const DEFAULT_LOCALE: SupportedLocale = 'en-US';

/** Mails to the owner of an account, about it or what it looks after, in the saved locale or that of the request. */
@Injectable()
export class OwnerMails {
  constructor(
    private readonly owners: AccountOwners,
    private readonly branding: AppBranding,
    private readonly mailSender: MailSender,
  ) {}

  /**
   * Sends nothing if nobody can be reached. A mail that concerns no App, or one that is no longer available, is sent in
   * the tenant's name.
   *
   * @param message whose `user_id` and `locale` are read.
   * @param content in the given locale, unless it names another.
   */
  async send(
    { id, tenantId, appId, data }: OutboxMessage,
    content: (
      owner: AccountOwner,
      locale: SupportedLocale,
    ) => Omit<MailContent, 'locale' | 'app' | 'code'> & { readonly locale?: SupportedLocale },
  ): Promise<void> {
    const owner = await this.owners.find(tenantId, String(data['user_id']));
    if (!owner) return;
    const app = appId === null ? null : await this.branding.find(tenantId, appId);
    const given = isSupportedLocale(data['locale']) ? data['locale'] : DEFAULT_LOCALE;
    const locale = owner.locale ?? given;
    const name = app ?? { name: owner.tenantName, iconUrl: null };
    const mail = renderMail({ locale, app: name, ...content(owner, locale) });
    await this.mailSender.send({ ...mail, from: app?.sender ?? null, to: owner.email, idempotencyKey: id });
  }
}
