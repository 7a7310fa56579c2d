import type { NotificationMessage } from './message';
import type { MessageKind } from './message-settings';
import type { NotificationScope } from '../notification-scope';

/** The notices and messages of an App but those of the product itself, which nobody changes. */
export abstract class MessageRepository {
  abstract add(message: NotificationMessage): Promise<void>;

  abstract save(message: NotificationMessage): Promise<void>;

  /** @throws ResourceNotFoundError when the App has none of this kind with the id. */
  abstract getForUpdate(scope: NotificationScope, kind: MessageKind, id: string): Promise<NotificationMessage>;

  /** The same for the scheduler, which knows no kind; null when there is none. */
  abstract findForUpdate(scope: NotificationScope, id: string): Promise<NotificationMessage | null>;

  /** Cancels some of the scheduled ones of a deleted App, in the current transaction. None are left when it was none. */
  abstract cancelScheduled(scope: NotificationScope): Promise<Pick<NotificationMessage, 'id' | 'kind'>[]>;
}
