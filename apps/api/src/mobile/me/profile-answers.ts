import { Inject, Injectable } from '@nestjs/common';
import { CONFIG, type Config } from '@libs/foundation';
import type { SelfProfile } from '@libs/iam';
import { avatarUrl } from '../../public/avatars/avatar-url';
import { SelfProfileResponse } from './profile.dto';

@Injectable()
export class ProfileAnswers {
  constructor(@Inject(CONFIG) private readonly config: Config) {}

  of(profile: SelfProfile): SelfProfileResponse {
    return new SelfProfileResponse(profile, avatarUrl(this.config.publicBaseUrl, profile.avatarToken));
  }
}
