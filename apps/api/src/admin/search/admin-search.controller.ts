import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AdminSession } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { KeepsToApps, KeepsToPermissions } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminSearchQuery, AdminSearchResponse } from './admin-search.dto';
import { Searches } from './searches';

@AdminController('search', 'Search')
export class AdminSearchController {
  constructor(private readonly searches: Searches) {}

  @Get()
  @KeepsToApps()
  @KeepsToPermissions('search')
  @ApiOperation({
    summary: 'Search everything that the caller may read',
    description:
      'Groups are there for those alone who have the permission to read them, such as `members.read`. Within a group what begins with the text comes first, then the newest; of very many matches the newest are found.',
  })
  @Answers(AdminSearchResponse)
  @Raises(ValidationFailedError)
  async searchAdmin(
    @CurrentAdmin() admin: AdminSession,
    @Query() { q, app_id: appId, limit }: AdminSearchQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    return new AdminSearchResponse(await this.searches.search(admin, q, appId ?? null, limit), locale);
  }
}
