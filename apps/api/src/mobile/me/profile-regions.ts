import { Injectable } from '@nestjs/common';
import { type MemberSession, ProfilesService } from '@libs/iam';
import { SUPPORTED_LOCALES, ValidationFailedError } from '@libs/kernel';
import { RegionQueries } from '@libs/regions';

/** The regions that a profile may name. */
@Injectable()
export class ProfileRegions {
  constructor(
    private readonly regions: RegionQueries,
    private readonly profiles: ProfilesService,
  ) {}

  /**
   * Accepts an active region that is public, or the saved one: a choice stays valid when the region is retired.
   *
   * @throws ValidationFailedError
   */
  async expectAvailable(member: MemberSession, code: string): Promise<void> {
    const region = await this.regions.find(code, SUPPORTED_LOCALES[0]);
    if (region?.status === 'active') return;
    const { regionCode } = await this.profiles.get(member);
    if (regionCode !== code) throw ValidationFailedError.of('region_code', 'unknown_region');
  }
}
