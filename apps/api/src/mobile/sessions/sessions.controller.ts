import { Delete, Get, Param, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { OwnSessionsService, type Client, type MemberSession } from '@libs/iam';
import { ResourceNotFoundError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers/answers';
import { RequestClient } from '../../http/request/client';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { MobileSessionListResponse } from './sessions.dto';

@MobileController('me/sessions', 'Session')
export class OwnSessionsController {
  constructor(private readonly sessions: OwnSessionsService) {}

  @Get()
  @ApiOperation({
    summary: 'List the member’s active sessions at this App',
    description:
      'A member has at most 50 sessions: a further sign-in ends the session that has been inactive the longest.',
  })
  @Answers(MobileSessionListResponse)
  async listSessions(@CurrentMember() member: MemberSession) {
    return new MobileSessionListResponse(await this.sessions.list(member), member.sessionId);
  }

  @Delete(':id')
  @ApiOperation({
    summary: 'End one of the member’s sessions',
    description:
      'The tokens of the session stop working with the next request. Ending the current session signs the member out.',
  })
  @Answers(BooleanSuccessResponse)
  @Raises(ResourceNotFoundError)
  async revokeSession(
    @CurrentMember() member: MemberSession,
    @Param('id') id: string,
    @RequestClient() client: Client,
  ) {
    await this.sessions.revoke(member, id, client);
    return new BooleanSuccessResponse();
  }

  @Post('revoke-others')
  @ApiOperation({
    summary: 'End the member’s other sessions at this App',
    description: 'The current session stays. The tokens of the others stop working with their next request.',
  })
  @Answers(BooleanSuccessResponse)
  async revokeOtherSessions(@CurrentMember() member: MemberSession, @RequestClient() client: Client) {
    await this.sessions.revokeOthers(member, client);
    return new BooleanSuccessResponse();
  }
}
