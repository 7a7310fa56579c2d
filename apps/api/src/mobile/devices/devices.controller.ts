import { Body, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DevicesService, type Client, type MemberSession } from '@libs/iam';
import { ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { MobileDeviceListResponse, MobilePushRegistrationRequest } from './devices.dto';

@MobileController('me/devices', 'Devices')
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get()
  @ApiOperation({
    summary: 'List the devices of the member at this App',
    description:
      'The installations from which the member has signed in; `push_enabled` says which of them receive pushes.',
  })
  @Answers(MobileDeviceListResponse)
  async listDevices(@CurrentMember() member: MemberSession) {
    return new MobileDeviceListResponse({ items: await this.devices.list(member) });
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Remove a device',
    description:
      'Ends the sessions of the device, including the current one if it is on that device, and deletes its push registration. A later sign-in from the installation registers a new device.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async removeDevice(@CurrentMember() member: MemberSession, @Param('id') id: string, @RequestClient() client: Client) {
    await this.devices.remove(member, id, client);
    return new BooleanSuccessResponse();
  }

  @Put('current/push')
  @ApiOperation({
    summary: 'Register the device of this session for push',
    description:
      'Replaces the previous registration. A push token belongs to one device at a time: another device that had it loses it. 404 if the session has no device.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceNotFoundError)
  async registerPush(
    @CurrentMember() member: MemberSession,
    @Body() { provider, token, enabled }: MobilePushRegistrationRequest,
  ) {
    await this.devices.registerPush(member, { provider, token, enabled });
    return new BooleanSuccessResponse();
  }

  @Delete('current/push')
  @ApiOperation({
    summary: 'Unregister the device of this session from push',
    description: 'The answer is the same if nothing was registered. 404 if the session has no device.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async forgetPush(@CurrentMember() member: MemberSession) {
    await this.devices.forgetPush(member);
    return new BooleanSuccessResponse();
  }
}
