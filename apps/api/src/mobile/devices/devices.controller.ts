import { Body, Delete, Get, Param, Put } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DevicesService, type Client, type MemberSession } from '@libs/iam';
import { DependencyUnavailableError, ResourceNotFoundError, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { MobileDeviceListResponse, MobilePushRegistrationRequest } from './devices.dto';

@MobileController('me/devices', 'Devices')
@Raises(DependencyUnavailableError)
export class DevicesController {
  constructor(private readonly devices: DevicesService) {}

  @Get()
  @ApiOperation({
    summary: 'List the devices of the member at this App',
    description:
      'The installations that the member has signed in from; `push_enabled` tells which of them are pushed to.',
  })
  @Answers(MobileDeviceListResponse)
  async listDevices(@CurrentMember() member: MemberSession): Promise<MobileDeviceListResponse> {
    return new MobileDeviceListResponse(await this.devices.list(member));
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'Remove a device',
    description:
      'Ends its sessions, including the current one if it is on that device, and forgets where to push to. Signing in from there again makes it a new device.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async removeDevice(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
    @RequestClient() client: Client,
  ): Promise<BooleanSuccessResponse> {
    await this.devices.remove(member, id, client);
    return new BooleanSuccessResponse();
  }

  @Put('current/push')
  @ApiOperation({
    summary: 'Register where the device of this session can be pushed to',
    description:
      'Replaces what was registered before. A push token belongs to one device at a time: a device that had it loses it. 404 if the session has no device.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ValidationFailedError, ResourceNotFoundError)
  async registerPush(
    @CurrentMember() member: MemberSession,
    @Body() { provider, token, enabled }: MobilePushRegistrationRequest,
  ): Promise<BooleanSuccessResponse> {
    await this.devices.registerPush(member, { provider, token, enabled });
    return new BooleanSuccessResponse();
  }

  @Delete('current/push')
  @ApiOperation({
    summary: 'Stop pushing to the device of this session',
    description: 'Answers the same if nothing was registered. 404 if the session has no device.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async forgetPush(@CurrentMember() member: MemberSession): Promise<BooleanSuccessResponse> {
    await this.devices.forgetPush(member);
    return new BooleanSuccessResponse();
  }
}
