import { Injectable } from '@nestjs/common';
import { PicturesService, type ReceivedImage } from '@libs/files';
import { Transactions } from '@libs/kernel';
import { type SelfProfile, SelfProfiles } from '../../infrastructure/personal-data/self-profiles';
import type { MemberSession } from '../../infrastructure/sessions/signed-in';
import { ProfilesService } from './profiles.service';

/** A user's avatar: one at a time, and the previous one is deleted. */
@Injectable()
export class AvatarsService {
  constructor(
    private readonly transactions: Transactions,
    private readonly pictures: PicturesService,
    private readonly profiles: ProfilesService,
    private readonly selves: SelfProfiles,
  ) {}

  /** @throws ContentRefusedError, DependencyUnavailableError when the storage or the decoder is away. */
  async replace(member: MemberSession, image: ReceivedImage): Promise<SelfProfile> {
    return this.pictures.create(member.tenantId, image, async (token) => {
      await this.show(member, token);
      return this.selves.get(member);
    });
  }

  async remove(member: MemberSession): Promise<void> {
    await this.transactions.run(member.tenantId, () => this.show(member, null));
  }

  private async show(member: MemberSession, token: string | null): Promise<void> {
    const former = await this.profiles.showAvatar(member, token);
    if (former !== null) await this.pictures.remove(member.tenantId, former);
  }
}
