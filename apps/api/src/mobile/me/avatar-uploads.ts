import { Injectable } from '@nestjs/common';
import { PicturesService, type ReceivedImage } from '@libs/files';
import { FairTurns } from '@libs/foundation';
import { AvatarsService, type MemberSession, type SelfProfile } from '@libs/iam';
import { type IncomingUpload, readUpload } from '../../http/request/multipart';
import type { ApiRequest } from '../../http/request/request';
import { RequestTimeoutError } from '../../http/request/request-errors';

/** How long an image may take to arrive, once it is its turn. */
const PATIENCE_MS = 30_000;
/** Each upload that waits holds a connection: a member may have only few of them, and none for long. */
const TURNS = { atOnce: Infinity, eachAtOnce: 1, eachWaiting: 2, waitMs: 30_000 };

/**
 * Parses the form with a picture. Each member has one upload at a time; two more wait unread, further ones are told to
 * retry. Nobody else waits for a picture that is still arriving.
 */
@Injectable()
export class AvatarUploads {
  private readonly turns = new FairTurns(TURNS);

  constructor(
    private readonly pictures: PicturesService,
    private readonly avatars: AvatarsService,
  ) {}

  receive(request: ApiRequest, member: MemberSession): Promise<SelfProfile> {
    return readUpload(request, [], (upload) =>
      this.turns.take(member.userId, () => this.take(upload, member), upload.signal),
    );
  }

  private async take(upload: IncomingUpload, member: MemberSession): Promise<SelfProfile> {
    const image = await this.arrived(upload, member);
    try {
      return await this.avatars.replace(member, image);
    } finally {
      image.release();
    }
  }

  private async arrived({ content, complete, signal }: IncomingUpload, member: MemberSession): Promise<ReceivedImage> {
    const impatience = new AbortController();
    const timer = setTimeout(() => impatience.abort(new RequestTimeoutError()), PATIENCE_MS);
    try {
      const either = AbortSignal.any([signal, impatience.signal]);
      return await this.pictures.receive(member.tenantId, { content, complete, signal: either });
    } finally {
      clearTimeout(timer);
    }
  }
}
