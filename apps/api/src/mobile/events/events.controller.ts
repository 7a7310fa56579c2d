import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { LoginEvents, SecurityEvents, type MemberSession } from '@libs/iam';
import { DependencyUnavailableError, ValidationFailedError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers';
import { CurrentMember } from '../../http/parameters';
import { MobileController } from '../../http/surfaces';
import { CursorQuery } from '../cursor-query.dto';
import { MobileLoginEventListResponse, MobileSecurityEventListResponse } from './events.dto';

@MobileController('me', 'Account history')
@Raises(DependencyUnavailableError, ValidationFailedError)
export class EventsController {
  constructor(
    private readonly loginEvents: LoginEvents,
    private readonly securityEvents: SecurityEvents,
  ) {}

  @Get('login-events')
  @ApiOperation({
    summary: 'Attempts to sign in to the own account',
    description: 'Those at this App, refused ones included, of the last 180 days.',
  })
  @Answers(MobileLoginEventListResponse)
  async listLoginEvents(
    @CurrentMember() member: MemberSession,
    @Query() query: CursorQuery,
  ): Promise<MobileLoginEventListResponse> {
    return new MobileLoginEventListResponse(await this.loginEvents.list(member, query));
  }

  @Get('security-events')
  @ApiOperation({
    summary: 'Security events of the own account',
    description: 'Those at this App and those that concern the account everywhere, of the last 180 days.',
  })
  @Answers(MobileSecurityEventListResponse)
  async listSecurityEvents(
    @CurrentMember() member: MemberSession,
    @Query() query: CursorQuery,
  ): Promise<MobileSecurityEventListResponse> {
    return new MobileSecurityEventListResponse(await this.securityEvents.list(member, query));
  }
}
