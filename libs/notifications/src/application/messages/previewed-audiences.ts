import { Injectable } from '@nestjs/common';
import { ValidationFailedError } from '@libs/kernel';
import type { NotificationMessage } from '../../domain/messages/message';
import { AudienceChangedError } from '../../domain/messages/message.errors';
import { AudiencePreviews } from '../../infrastructure/audience/audience-previews';
import { Audiences } from '../../infrastructure/audience/audiences';

/** Holds a publication to the audience that an administrator has seen. In the current transaction. */
@Injectable()
export class PreviewedAudiences {
  constructor(
    private readonly audiences: Audiences,
    private readonly previews: AudiencePreviews,
  ) {}

  /**
   * The hash of the audience that was seen.
   *
   * @throws ValidationFailedError when the message has no such preview, or not any more.
   */
  async find({ tenantId, id }: NotificationMessage, previewId: string): Promise<string> {
    const hash = await this.previews.findHash(tenantId, previewId, id);
    if (hash === null) throw ValidationFailedError.of('preview_id', 'unknown_preview');
    return hash;
  }

  /** @throws AudienceChangedError */
  async expectSame(message: NotificationMessage, hash: string): Promise<void> {
    if (hash !== (await this.audiences.hash(message, message.settings))) throw new AudienceChangedError();
  }
}
