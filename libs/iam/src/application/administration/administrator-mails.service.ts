import { Injectable } from '@nestjs/common';
import { AppDirectory } from '@libs/apps';
import { type AdministratorMail, type AdministratorMails, Outbox, Transactions } from '@libs/kernel';
import { AdministratorsToTell } from '../../infrastructure/administration/administrators-to-tell';
import { DEFAULT_LOCALE } from '../mails/owner-mails';
import { AdministratorMailDue } from './administration.messages';

@Injectable()
export class AdministratorMailsService implements AdministratorMails {
  constructor(
    private readonly transactions: Transactions,
    private readonly outbox: Outbox,
    private readonly apps: AppDirectory,
    private readonly administrators: AdministratorsToTell,
  ) {}

  async tell(mail: AdministratorMail): Promise<void> {
    const { tenantId, appId, causeId } = mail;
    const app = appId === null ? null : await this.apps.findAvailable(appId);
    if (appId !== null && !app) return;
    const defaultLocale = mail.locale ?? app?.defaultLocale ?? DEFAULT_LOCALE;
    await this.transactions.run(tenantId, async () => {
      if (await this.administrators.areTold(tenantId, causeId)) return;
      for (const { id, locale, timeZone } of await this.administrators.find(tenantId, mail.to)) {
        const read = locale ?? defaultLocale;
        await this.outbox.add(new AdministratorMailDue(mail, id, read, mail.body(read, timeZone)));
      }
    });
  }
}
