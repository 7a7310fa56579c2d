import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { MemberCounts } from '../infrastructure/administration/member-counts';
import { MemberQueries } from '../infrastructure/administration/member-queries';
import { OnlineSessions } from '../infrastructure/administration/online-sessions';
import { TenantEvents } from '../infrastructure/administration/tenant-events';
import { ResponsibleUsers } from '../infrastructure/administration/responsible-users';
import { ToldEvents } from '../infrastructure/administration/told-events';
import { UserQueries } from '../infrastructure/administration/user-queries';
import { AdminMfaMailHandler, AdminMfaRequirementHandler } from '../application/administration/admin-mfa.handlers';
import { FirstOwners } from '../application/administration/first-owners';
import { InvitationsService } from '../application/administration/invitations.service';
import { DisabledWebhooksHandler } from '../application/administration/disabled-webhooks.handler';
import { ManagedUsers } from '../application/administration/managed-users';
import { MembersService } from '../application/administration/members.service';
import { OnlineSessionsService } from '../application/administration/online-sessions.service';
import { ReleasePublishers } from '../infrastructure/administration/release-publishers';
import { TenantFiguresQueries } from '../infrastructure/administration/tenant-figures';
import { AccountRecovery } from '../application/administration/account-recovery';
import { AdministratorCreationService } from '../application/administration/administrator-creation.service';
import { AdministratorRescueService } from '../application/administration/administrator-rescue.service';
import { ReleaseHealthHandler, ReleaseHealthMailHandler } from '../application/administration/release-health.handlers';
import { TenantAdministrationService } from '../application/administration/tenant-administration.service';
import { TenantsService } from '../application/administration/tenants.service';
import { TerminalJobs } from '../application/administration/terminal-jobs';
import { UserAccessService } from '../application/administration/user-access.service';
import { UsersService } from '../application/administration/users.service';
import { AccountsModule } from './accounts.module';
import { CodesModule } from './codes.module';
import { HistoryModule } from './history.module';
import { MailsModule } from './mails.module';
import { PasswordsModule } from './passwords.module';
import { PersonalDataModule } from './personal-data.module';
import { RegistrationModule } from './registration.module';
import { RolesModule } from './roles.module';
import { SessionsModule } from './sessions.module';
import { SignInModule } from './sign-in.module';

@Module({
  imports: [
    AppsModule,
    AccountsModule,
    MailsModule,
    RolesModule,
    HistoryModule,
    SessionsModule,
    CodesModule,
    PasswordsModule,
    RegistrationModule,
    PersonalDataModule,
    SignInModule,
  ],
  providers: [
    AdminMfaMailHandler,
    AdminMfaRequirementHandler,
    DisabledWebhooksHandler,
    AccountRecovery,
    AdministratorCreationService,
    AdministratorRescueService,
    FirstOwners,
    InvitationsService,
    ManagedUsers,
    MemberCounts,
    MemberQueries,
    MembersService,
    OnlineSessions,
    OnlineSessionsService,
    ResponsibleUsers,
    TenantAdministrationService,
    TenantEvents,
    ReleaseHealthHandler,
    ReleaseHealthMailHandler,
    ReleasePublishers,
    TenantFiguresQueries,
    TenantsService,
    TerminalJobs,
    ToldEvents,
    UserAccessService,
    UserQueries,
    UsersService,
  ],
  exports: [
    AdministratorCreationService,
    AdministratorRescueService,
    InvitationsService,
    MemberCounts,
    MemberQueries,
    MembersService,
    OnlineSessions,
    OnlineSessionsService,
    TenantAdministrationService,
    TenantEvents,
    TenantFiguresQueries,
    TenantsService,
    UserAccessService,
    UserQueries,
    UsersService,
  ],
})
export class AdministrationModule {}
