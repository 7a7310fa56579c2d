import { Injectable } from '@nestjs/common';
import { PicturesService } from '@libs/files';
import { AvatarsService, type MemberSession, type SelfProfile } from '@libs/iam';
import { type IncomingUpload, readUpload } from '../../http/multipart';
import type { ApiRequest } from '../../http/request';
import { RequestTimeoutError } from '../../http/request-errors';
import { UploadTurns } from './upload-turns';

/** For an image, once it is its turn. */
const PATIENCE_MS = 30_000;

/** Takes the form with a picture apart. */
@Injectable()
export class AvatarUploads {
  constructor(
    private readonly turns: UploadTurns,
    private readonly pictures: PicturesService,
    private readonly avatars: AvatarsService,
  ) {}

  receive(request: ApiRequest, member: MemberSession): Promise<SelfProfile> {
    return readUpload(request, [], (upload) =>
      this.turns.take(member.userId, upload.signal, () => this.take(upload, member)),
    );
  }

  private async take({ content, complete }: IncomingUpload, member: MemberSession): Promise<SelfProfile> {
    const impatience = setTimeout(() => content.destroy(new RequestTimeoutError()), PATIENCE_MS);
    try {
      const image = await this.pictures.receive(content);
      await complete;
      return await this.avatars.replace(member, image);
    } finally {
      clearTimeout(impatience);
    }
  }
}
