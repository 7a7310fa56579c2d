import { Injectable } from '@nestjs/common';
import { RichTextRefusedError, RichTextRenderer } from '@libs/content';
import { DependencyUnavailableError, type LocalizedText, SUPPORTED_LOCALES, type SupportedLocale } from '@libs/kernel';
import type { SendableDelivery } from '../../domain/deliveries/due-delivery';
import { asWritten, plainText } from '../../domain/deliveries/plain-text';
import { numbered, type NumberedText, withAddressesAsWritten } from '../../domain/messages/placeholders';
import type { NotificationScope } from '../../domain/notification-scope';
import { type MessageText, MessageTexts } from '../../infrastructure/deliveries/message-texts';
import type { DeliveringApp } from './delivering-apps';

/** A message in one language, before it is addressed to anybody. */
export interface RenderedText {
  readonly locale: SupportedLocale;
  readonly title: NumberedText;
  /** Null if the body could not be rendered: then there is only what was written. */
  readonly html: NumberedText | null;
  /** The body with links, for mails. */
  readonly text: NumberedText;
  /** The body in short, for screens: of what the product tells one member only what happened, no details. */
  readonly notification: NumberedText;
}

/** What a delivery says. */
export interface DeliveryText {
  readonly message: MessageText;
  readonly text: RenderedText;
}

/** A drain meets few messages, each for many recipients. */
const MAX_KEPT = 32;

/** The texts of messages for recipients in their languages. Each is rendered once, however many get it. */
@Injectable()
export class RecipientTexts {
  constructor(
    private readonly texts: MessageTexts,
    private readonly renderer: RichTextRenderer,
  ) {}

  /** For one drain. */
  begin(scope: NotificationScope, app: DeliveringApp): DrainTexts {
    return new DrainTexts(scope, app, this.texts, this.renderer);
  }
}

export class DrainTexts {
  private readonly messages = new Map<string, MessageText>();
  private readonly rendered = new Map<string, RenderedText>();

  constructor(
    private readonly scope: NotificationScope,
    private readonly app: DeliveringApp,
    private readonly texts: MessageTexts,
    private readonly renderer: RichTextRenderer,
  ) {}

  /** In the order of the deliveries; null when nothing can be rendered now. */
  async of(deliveries: readonly SendableDelivery[]): Promise<DeliveryText[] | null> {
    try {
      return await this.written(deliveries);
    } catch (error) {
      if (error instanceof DependencyUnavailableError) return null;
      throw error;
    }
  }

  private async written(deliveries: readonly SendableDelivery[]): Promise<DeliveryText[]> {
    if (this.messages.size > MAX_KEPT) this.messages.clear();
    if (this.rendered.size > MAX_KEPT) this.rendered.clear();
    const unknown = new Set(deliveries.map(({ messageId }) => messageId).filter((id) => !this.messages.has(id)));
    for (const message of await this.texts.read(this.scope, [...unknown])) this.messages.set(message.id, message);
    const found: DeliveryText[] = [];
    for (const { messageId, locale } of deliveries) {
      const message = this.messages.get(messageId);
      if (!message) throw new Error('A delivery has no published message');
      found.push({ message, text: await this.in(message, this.languageOf(message, locale)) });
    }
    return found;
  }

  /** One in which there are both title and body: nobody gets one of them in another language than the other. */
  private languageOf({ title, body }: MessageText, saved: SupportedLocale | null): SupportedLocale {
    const { defaultLocale } = this.app;
    const isWhole = (locale: SupportedLocale) => isThere(title, locale) && isThere(body, locale);
    return [saved ?? defaultLocale, defaultLocale, ...SUPPORTED_LOCALES].find(isWhole) ?? defaultLocale;
  }

  private async in(message: MessageText, locale: SupportedLocale): Promise<RenderedText> {
    const key = `${message.id} ${locale}`;
    const known = this.rendered.get(key);
    if (known) return known;
    const { text: body, placeholders } = numbered(message.body[locale] ?? '');
    const html = await this.htmlOf(body);
    const ofBody = (text: string) => withAddressesAsWritten({ text, placeholders });
    const rendered = {
      locale,
      title: numbered(message.title[locale] ?? ''),
      html: html === null ? null : ofBody(html),
      text: ofBody(html === null ? asWritten(body) : plainText(html, { withLinks: true })),
      notification: ofBody(notificationOf(message, body, html)),
    };
    this.rendered.set(key, rendered);
    return rendered;
  }

  private async htmlOf(body: string): Promise<string | null> {
    try {
      return (await this.renderer.render(this.scope.tenantId, body, 'markdown')).html;
    } catch (error) {
      if (error instanceof RichTextRefusedError) return null;
      throw error;
    }
  }
}

/** Pushes pass third parties and are read on locked screens. */
function notificationOf({ isOfProduct }: MessageText, body: string, html: string | null): string {
  const [lead = ''] = body.split('\n\n', 1);
  if (isOfProduct) return asWritten(lead);
  return html === null ? asWritten(body) : plainText(html, { withLinks: false });
}

function isThere(text: LocalizedText, locale: SupportedLocale): boolean {
  return (text[locale] ?? '') !== '';
}
