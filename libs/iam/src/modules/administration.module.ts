import { Global, Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { AdministratorMails } from '@libs/kernel';
import { ActorNames } from '../infrastructure/administration/actor-names';
import { IamSearch } from '../infrastructure/administration/iam-search';
import { MemberCounts } from '../infrastructure/administration/member-counts';
import { MemberQueries } from '../infrastructure/administration/member-queries';
import { OnlineSessions } from '../infrastructure/administration/online-sessions';
import { PeopleSearch } from '../infrastructure/administration/people-search';
import { RestoredAccess } from '../infrastructure/administration/restored-access';
import { TenantEvents } from '../infrastructure/administration/tenant-events';
import { AdministratorsToTell } from '../infrastructure/administration/administrators-to-tell';
import { UserQueries } from '../infrastructure/administration/user-queries';
import { AdminMfaRequirementHandler } from '../application/administration/admin-mfa.handler';
import { FirstOwners } from '../application/administration/first-owners';
import { InvitationsService } from '../application/administration/invitations.service';
import { ManagedUsers } from '../application/administration/managed-users';
import { MembersService } from '../application/administration/members.service';
import { OnlineSessionsService } from '../application/administration/online-sessions.service';
import { TenantFiguresQueries } from '../infrastructure/administration/tenant-figures';
import { AccessAfterRestoreService } from '../application/administration/access-after-restore.service';
import { AccountRecovery } from '../application/administration/account-recovery';
import { AdministratorMailHandler } from '../application/administration/administrator-mails.handler';
import { AdministratorMailsService } from '../application/administration/administrator-mails.service';
import { AdministratorCreationService } from '../application/administration/administrator-creation.service';
import { AdministratorRescueService } from '../application/administration/administrator-rescue.service';
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

const PROVIDERS = [
  { provide: AdministratorMails, useClass: AdministratorMailsService },
  AccessAfterRestoreService,
  ActorNames,
  AdminMfaRequirementHandler,
  AdministratorMailHandler,
  AdministratorsToTell,
  AccountRecovery,
  AdministratorCreationService,
  AdministratorRescueService,
  FirstOwners,
  IamSearch,
  InvitationsService,
  ManagedUsers,
  MemberCounts,
  MemberQueries,
  MembersService,
  OnlineSessions,
  OnlineSessionsService,
  PeopleSearch,
  RestoredAccess,
  TenantAdministrationService,
  TenantEvents,
  TenantFiguresQueries,
  TenantsService,
  TerminalJobs,
  UserAccessService,
  UserQueries,
  UsersService,
];

/** Global, since other contexts mail administrators through the kernel's port, and must not know this one. */
@Global()
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
  providers: PROVIDERS,
  exports: PROVIDERS,
})
export class AdministrationModule {}
