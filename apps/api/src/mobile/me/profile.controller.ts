import { Body, Delete, Get, Patch, Put, Req } from '@nestjs/common';
import { ApiBody, ApiConsumes, ApiOperation } from '@nestjs/swagger';
import { ContentRefusedError, FileTooLargeError } from '@libs/files';
import { AvatarsService, type MemberSession, ProfilesService } from '@libs/iam';
import { DependencyUnavailableError, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember } from '../../surfaces/parameters';
import type { ApiRequest } from '../../http/request/request';
import { ReadsBody } from '../../http/request/route-body';
import { RequestTimeoutError, UnsupportedMediaTypeError } from '../../http/request/request-errors';
import { MobileController } from '../../surfaces/surfaces';
import { AvatarUploads } from './avatar-uploads';
import { ProfileAnswers } from './profile-answers';
import { SelfProfileResponse, SelfProfileUpdateRequest } from './profile.dto';
import { ProfileRegions } from './profile-regions';

@MobileController('me', 'Profile')
@Raises(DependencyUnavailableError)
export class ProfileController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly avatars: AvatarsService,
    private readonly regions: ProfileRegions,
    private readonly uploads: AvatarUploads,
    private readonly answers: ProfileAnswers,
  ) {}

  @Get()
  @ApiOperation({
    summary: 'Get the member’s profile',
    description: 'The profile includes the member’s login identifiers and picture.',
  })
  @Answers(SelfProfileResponse)
  async getProfile(@CurrentMember() member: MemberSession): Promise<SelfProfileResponse> {
    return this.answers.of(await this.profiles.get(member));
  }

  @Patch()
  @ApiOperation({
    summary: 'Change the member’s profile',
    description: 'An absent field keeps its value; null clears it.',
  })
  @Answers(SelfProfileResponse)
  @Raises(ValidationFailedError, VersionConflictError)
  async updateProfile(
    @CurrentMember() member: MemberSession,
    @Body() body: SelfProfileUpdateRequest,
  ): Promise<SelfProfileResponse> {
    const { display_name: displayName, bio, gender, birthday, region_code: regionCode, lock_version } = body;
    if (typeof regionCode === 'string') await this.regions.expectAvailable(member, regionCode);
    const changes = { displayName, bio, gender, birthday, regionCode };
    return this.answers.of(await this.profiles.update(member, changes, lock_version));
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
  async putAvatar(@CurrentMember() member: MemberSession, @Req() request: ApiRequest): Promise<SelfProfileResponse> {
    return this.answers.of(await this.uploads.receive(request, member));
  }

  @Delete('avatar')
  @ApiOperation({
    summary: 'Remove the member’s picture',
    description: 'The URL of the picture answers 404 from then on.',
  })
  @Answers(BooleanSuccessResponse)
  async deleteAvatar(@CurrentMember() member: MemberSession): Promise<BooleanSuccessResponse> {
    await this.avatars.remove(member);
    return new BooleanSuccessResponse();
  }
}
