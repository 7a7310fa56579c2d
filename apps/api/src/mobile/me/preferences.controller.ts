import { Body, Get, Patch } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type MemberSession, ProfilesService } from '@libs/iam';
import { ResourceConflictError, ValidationFailedError } from '@libs/kernel';
import { NotificationPreferencesService } from '@libs/notifications';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import {
  MobileNotificationPreferencesResponse,
  MobileNotificationPreferencesUpdateRequest,
} from './notification-preferences.dto';
import { MobilePreferencesResponse, MobilePreferencesUpdateRequest } from './preferences.dto';

@MobileController('me', 'Preferences')
export class PreferencesController {
  constructor(
    private readonly profiles: ProfilesService,
    private readonly notifications: NotificationPreferencesService,
  ) {}

  @Get('preferences')
  @ApiOperation({
    summary: 'Get the member’s locale, time zone and appearance',
    description: 'Locale and time zone are null until the member has chosen them.',
  })
  @Answers(MobilePreferencesResponse)
  async getPreferences(@CurrentMember() member: MemberSession) {
    return new MobilePreferencesResponse(await this.profiles.preferences(member));
  }

  @Patch('preferences')
  @ApiOperation({
    summary: 'Change the member’s locale, time zone and appearance',
    description: 'An absent field keeps its value; null resets it to its default.',
  })
  @Answers(MobilePreferencesResponse)
  @Raises(ValidationFailedError)
  async updatePreferences(@CurrentMember() member: MemberSession, @Body() body: MobilePreferencesUpdateRequest) {
    return new MobilePreferencesResponse(await this.profiles.changePreferences(member, body.values()));
  }

  @Get('notification-preferences')
  @ApiOperation({
    summary: 'Get the member’s notification preferences',
    description: 'The preferences by message type and channel, and the quiet hours.',
  })
  @Answers(MobileNotificationPreferencesResponse)
  async getNotificationPreferences(@CurrentMember() member: MemberSession) {
    return new MobileNotificationPreferencesResponse(await this.notifications.get(member));
  }

  @Patch('notification-preferences')
  @ApiOperation({
    summary: 'Change the member’s notification preferences',
    description: 'An absent field keeps its value; null resets it to its default.',
  })
  @Answers(MobileNotificationPreferencesResponse)
  @Raises(ValidationFailedError, ResourceConflictError)
  async updateNotificationPreferences(
    @CurrentMember() member: MemberSession,
    @Body() body: MobileNotificationPreferencesUpdateRequest,
  ) {
    return new MobileNotificationPreferencesResponse(await this.notifications.change(member, body.values()));
  }
}
