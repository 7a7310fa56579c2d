import { field, fields, only, type ValuesOf } from '@libs/kernel';
import { notificationMessage } from '../messages/message';

/** A notice or message as its recipient reads it, in one language. */
export const inboxItem = fields({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be908'),
  kind: notificationMessage.kind,
  messageType: notificationMessage.messageType.example(null),
  title: field.text().about('Plain text').example('New opening hours'),
  body: field
    .text()
    .about('Markdown. HTML in it is text, and links and pictures lead to http, https and mailto addresses only.')
    .example('From **Monday** on we open at 8.'),
  ...only(notificationMessage, 'action'),
  deliveredAt: field.instant(),
  readAt: field.instant().nullable().example(null),
  openedAt: field.instant().nullable().example(null),
});

export type InboxItem = ValuesOf<typeof inboxItem>;
