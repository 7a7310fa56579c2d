import { Get, Inject, Post } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AppSnapshot } from '@libs/apps';
import { LegalConsents } from '@libs/content';
import { CONFIG, type Config } from '@libs/foundation';
import { InvalidTokenError, MemberContexts, SessionsService, type Client, type MemberSession } from '@libs/iam';
import { Answers } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { RequestClient } from '../../http/request/client';
import { CurrentApp, CurrentMember } from '../../surfaces/parameters';
import { MobileController } from '../../surfaces/surfaces';
import { avatarUrl } from '../../public/avatars/avatar-url';
import { scopeOf } from '../app-scope';
import { MobileContextResponse } from './context.dto';

@MobileController('auth', 'Session')
export class SessionController {
  constructor(
    private readonly contexts: MemberContexts,
    private readonly sessions: SessionsService,
    private readonly consents: LegalConsents,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post('logout')
  @ApiOperation({
    summary: 'Sign out',
    description: 'Ends the session. Its access token stops working with the next request.',
  })
  @Answers(BooleanSuccessResponse)
  async logout(@CurrentMember() member: MemberSession, @RequestClient() client: Client) {
    await this.sessions.logout(member, client);
    return new BooleanSuccessResponse();
  }

  @Get('context')
  @ApiOperation({
    summary: 'Get the signed-in member and their context',
    description: 'The member, the tenant, the App, the membership and the session.',
  })
  @Answers(MobileContextResponse)
  async getContext(@CurrentApp() app: AppSnapshot, @CurrentMember() member: MemberSession) {
    const [context, outstanding] = await Promise.all([
      this.contexts.find(member),
      this.consents.outstanding(scopeOf(app), member.userId),
    ]);
    // The session ended after the guard had checked it.
    if (!context) throw new InvalidTokenError();
    const picture = avatarUrl(this.config.publicBaseUrl, context.user.avatarToken);
    return new MobileContextResponse(app, context, picture, outstanding);
  }
}
