import { Injectable } from '@nestjs/common';
import { type MemberSession, ProfilesService } from '@libs/iam';
import { SUPPORTED_LOCALES, ValidationFailedError } from '@libs/kernel';
import { RegionQueries } from '@libs/regions';

/** Which regions somebody may come from. */
@Injectable()
export class ProfileRegions {
  constructor(
    private readonly regions: RegionQueries,
    private readonly profiles: ProfilesService,
  ) {}

  /**
   * An active region that clients may know of, or the one that is saved: what was chosen stays valid when the region is
   * retired.
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
