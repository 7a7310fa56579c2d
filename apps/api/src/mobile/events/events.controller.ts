import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LoginEvents, SecurityEvents, type MemberSession } from '@libs/iam';
import { ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { CursorQuery } from '../../http/fields/cursor-query.dto';
import { MobileLoginEventListResponse, MobileSecurityEventListResponse } from './events.dto';

@MobileController('me', 'Account history')
@Raises(ValidationFailedError)
export class EventsController {
  constructor(
    private readonly loginEvents: LoginEvents,
    private readonly securityEvents: SecurityEvents,
  ) {}

  @Get('login-events')
  @ApiOperation({
    summary: 'List the attempts to sign in to the member’s account',
    description: 'The attempts at this App in the last 180 days, including refused ones.',
  })
  @Answers(MobileLoginEventListResponse)
  async listLoginEvents(@CurrentMember() member: MemberSession, @Query() query: CursorQuery) {
    return new MobileLoginEventListResponse(await this.loginEvents.list(member, query));
  }

  @Get('security-events')
  @ApiOperation({
    summary: 'List the security events of the member’s account',
    description: 'The events at this App, and those that concern the account everywhere, in the last 180 days.',
  })
  @Answers(MobileSecurityEventListResponse)
  async listSecurityEvents(@CurrentMember() member: MemberSession, @Query() query: CursorQuery) {
    return new MobileSecurityEventListResponse(await this.securityEvents.list(member, query));
  }
}
