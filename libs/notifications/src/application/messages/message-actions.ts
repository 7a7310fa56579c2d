import { ContentTargets } from '@libs/content';
import { ValidationFailedError } from '@libs/kernel';
import { Injectable } from '@nestjs/common';
import type { MessageAction } from '../../domain/messages/message-settings';
import type { NotificationScope } from '../../domain/notification-scope';

/** What members come to from a message: a page or article may be there today and gone tomorrow. */
@Injectable()
export class MessageActions {
  constructor(private readonly targets: ContentTargets) {}

  /** Whether the App has the page or article, whether or not it is published yet. */
  async isPossible(scope: NotificationScope, action: MessageAction | null): Promise<boolean> {
    const { type, target } = action ?? { type: 'none', target: null };
    if (target === null || (type !== 'page' && type !== 'article')) return true;
    return this.targets.has(scope, type, target);
  }

  /** @throws ValidationFailedError when the App has no such page or article. */
  async expectPossible(scope: NotificationScope, action: MessageAction | null): Promise<void> {
    if (await this.isPossible(scope, action)) return;
    throw ValidationFailedError.of('action.target', action?.type === 'page' ? 'unknown_page' : 'unknown_article');
  }
}
