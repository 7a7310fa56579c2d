import { Injectable } from '@nestjs/common';
import { type MemberNotice, MemberNotices, SUPPORTED_LOCALES, type SupportedLocale, Transactions } from '@libs/kernel';
import { NoticeRecipients } from '../../infrastructure/history/notice-recipients';
import { type NoticeContent, noticeText } from './notice-text';

type Texts = Record<SupportedLocale, string>;

/** What is told to whom; in which App it happened, or null if it was in the administration. */
interface OwnerNotice extends Pick<
  MemberNotice,
  'tenantId' | 'userId' | 'causeId' | 'messageType' | 'url' | 'expiresAt'
> {
  readonly appId: string | null;
}

/** Tells the owner of an account in the inbox what is mailed as well, whether or not there is an address. */
@Injectable()
export class OwnerNotices {
  constructor(
    private readonly transactions: Transactions,
    private readonly recipients: NoticeRecipients,
    private readonly notices: MemberNotices,
  ) {}

  /** What happened in the administration is told in every App in which the user is an active member. */
  async tell(
    notice: OwnerNotice,
    content: (locale: SupportedLocale, timeZone: string | null) => NoticeContent,
  ): Promise<void> {
    const { tenantId, userId } = notice;
    const recipient = await this.recipients.find(tenantId, userId, notice.appId);
    if (!recipient || recipient.appIds.length === 0) return;
    const [title, body] = [{}, {}] as [Texts, Texts];
    for (const locale of SUPPORTED_LOCALES) {
      const text = noticeText(locale, content(locale, recipient.timeZone));
      title[locale] = text.title;
      body[locale] = text.body;
    }
    await this.transactions.run(tenantId, async () => {
      for (const appId of recipient.appIds) await this.notices.tell({ ...notice, appId, title, body });
    });
  }
}
