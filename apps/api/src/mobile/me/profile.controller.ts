import { Body, Delete, Get, Inject, Patch, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { ContentRefusedError, FileTooLargeError } from '@libs/files';
import { CONFIG, type Config } from '@libs/foundation';
import { AvatarsService, type MemberSession, ProfilesService, type SelfProfile } from '@libs/iam';
import { ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { ReadsBody } from '../../http/request/route-body';
import { RequestTimeoutError, UnsupportedMediaTypeError } from '../../http/request/request-errors';
import { MobileController } from '../../surfaces/surfaces';
import { avatarUrl } from '../../public/avatars/avatar-url';
import { AvatarUploads } from './avatar-uploads';
import { SelfProfileResponse, SelfProfileUpdateRequest } from './profile.dto';
import { ProfileRegions } from './profile-regions';

@MobileController('me', 'Profile')
export class ProfileController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly avatars: AvatarsService,
    private readonly regions: ProfileRegions,
    private readonly uploads: AvatarUploads,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the member’s profile',
    description: 'The profile includes the member’s login identifiers and picture.',
  })
  @Answers(SelfProfileResponse)
  async getProfile(@CurrentMember() member: MemberSession) {
    return this.answer(await this.profiles.get(member));
  }

  @Patch()
  @ApiOperation({
    summary: 'Change the member’s profile',
    description: 'An absent field keeps its value; null clears it.',
  })
  @Answers(SelfProfileResponse)
  @Raises(ValidationFailedError, VersionConflictError)
  async updateProfile(@CurrentMember() member: MemberSession, @Body() body: SelfProfileUpdateRequest) {
    const { region_code: region, lock_version } = body;
    if (typeof region === 'string') await this.regions.expectAvailable(member, region);
    return this.answer(await this.profiles.update(member, body.values(), lock_version));
  }

  @Put('avatar')
  @ReadsBody('multipart')
  @ApiOperation({
    summary: 'Set the member’s picture',
    description:
      'JPEG, PNG or WebP, judged by its content. The centre is stored as a WebP of 512 by 512 pixels, rotated to its orientation and without metadata. The previous picture is deleted.',
  })
  @ApiConsumes('multipart/form-data')
  @ApiBody({
    schema: { type: 'object', required: ['file'], properties: { file: { type: 'string', format: 'binary' } } },
  })
  @Answers(SelfProfileResponse)
  @Raises(ContentRefusedError, FileTooLargeError, RequestTimeoutError, UnsupportedMediaTypeError, ValidationFailedError)
  async putAvatar(@CurrentMember() member: MemberSession, @Req() request: ApiRequest) {
    return this.answer(await this.uploads.receive(request, member));
  }

  @Delete('avatar')
  @ApiOperation({
    summary: 'Remove the member’s picture',
    description: 'The URL of the picture answers 404 from then on.',
  })
  @Answers(BooleanSuccessResponse)
  async deleteAvatar(@CurrentMember() member: MemberSession) {
    await this.avatars.remove(member);
    return new BooleanSuccessResponse();
  }

  private answer(profile: SelfProfile) {
    return new SelfProfileResponse(profile, avatarUrl(this.config.publicBaseUrl, profile.avatarToken));
  }
}
