import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { type AdminSession, TenantEvents } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { KeepsToApps, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminLoginEventListResponse,
  AdminLoginEventQuery,
  AdminSecurityEventListResponse,
  AdminSecurityEventQuery,
} from './security-events.dto';

const BOUNDED =
  'Newest first. An event must match every filter. At most 10,000 events are counted and listed; use `to` to reach older ones.';

@AdminController('security', 'Security')
@Raises(ValidationFailedError)
export class SecurityController {
  constructor(private readonly events: TenantEvents) {}

  @Get('login-events')
  @KeepsToApps()
  @RequiresPermission('security.read')
  @ApiOperation({ summary: 'List the sign-ins of all users', description: `Failed attempts, too. ${BOUNDED}` })
  @Answers(AdminLoginEventListResponse)
  async listAdminLoginEvents(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AdminLoginEventQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const found = await this.events.logins(admin.tenantId, query.toFilter(admin), query.in(locale));
    return new AdminLoginEventListResponse(query, found);
  }

  @Get('events')
  @KeepsToApps()
  @RequiresPermission('security.read')
  @ApiOperation({
    summary: 'List the security events of all users and API clients',
    description: `Failed authentications of an API client are counted in its events of type \`api_client_authentication_failed\`: eight for each reason and hour at most, with the first address and whether there were others. ${BOUNDED}`,
  })
  @Answers(AdminSecurityEventListResponse)
  async listAdminSecurityEvents(
    @CurrentAdmin() admin: AdminSession,
    @Query() query: AdminSecurityEventQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const found = await this.events.security(admin.tenantId, query.toFilter(admin), query.in(locale));
    return new AdminSecurityEventListResponse(query, found);
  }
}
