import { Get, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { LegalConsents } from '@libs/content';
import { InvalidTokenError, MemberSessions, SessionsService, type MemberSession } from '@libs/iam';
import { DependencyUnavailableError } from '@libs/kernel';
import { Answers, Raises } from '../../http/answers';
import { BooleanSuccessResponse } from '../../http/common-responses.dto';
import { CurrentApp, CurrentMember } from '../../http/parameters';
import { MobileController } from '../../http/surfaces';
import { scopeOf } from '../app-scope';
import { MobileContextResponse } from './context.dto';

@MobileController('auth', 'Session')
@Raises(DependencyUnavailableError)
export class SessionController {
  constructor(
    private readonly memberSessions: MemberSessions,
    private readonly sessions: SessionsService,
    private readonly consents: LegalConsents,
  ) {}

  @Post('logout')
  @ApiOperation({
    summary: 'Sign out',
    description: 'Ends the session. Its access token stops working with the next request.',
  })
  @Answers(BooleanSuccessResponse)
  async logout(@CurrentMember() member: MemberSession): Promise<BooleanSuccessResponse> {
    await this.sessions.logout(member);
    return new BooleanSuccessResponse();
  }

  @Get('context')
  @ApiOperation({ summary: 'Who is signed in, and what that allows' })
  @Answers(MobileContextResponse)
  async getContext(
    @CurrentApp() app: AppSnapshot,
    @CurrentMember() member: MemberSession,
  ): Promise<MobileContextResponse> {
    const [context, outstanding] = await Promise.all([
      this.memberSessions.context(member),
      this.consents.outstanding(scopeOf(app), member.userId),
    ]);
    // The session ended between the guard's look and ours.
    if (!context) throw new InvalidTokenError();
    return new MobileContextResponse(app, context, outstanding);
  }
}
