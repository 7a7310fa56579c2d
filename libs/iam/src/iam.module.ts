import { Module } from '@nestjs/common';
import { ACCOUNTS_ENTITIES } from './infrastructure/accounts/accounts.schemas';
import { API_CLIENTS_ENTITIES } from './infrastructure/api-clients/api-clients.schemas';
import { CODES_ENTITIES } from './infrastructure/codes/codes.schemas';
import { PASSWORDS_ENTITIES } from './infrastructure/passwords/passwords.schemas';
import { ORGANIZATION_ENTITIES } from './infrastructure/organization/organization.schemas';
import { ROLES_ENTITIES } from './infrastructure/roles/roles.schemas';
import { AccountsModule } from './modules/accounts.module';
import { AdminAccountModule } from './modules/admin-account.module';
import { AdministrationModule } from './modules/administration.module';
import { ApiClientsModule } from './modules/api-clients.module';
import { CodesModule } from './modules/codes.module';
import { HistoryModule } from './modules/history.module';
import { ImportsModule } from './modules/imports.module';
import { MailsModule } from './modules/mails.module';
import { OrganizationModule } from './modules/organization.module';
import { OwnAccountModule } from './modules/own-account.module';
import { PasswordsModule } from './modules/passwords.module';
import { PersonalDataModule } from './modules/personal-data.module';
import { RegistrationModule } from './modules/registration.module';
import { RolesModule } from './modules/roles.module';
import { SessionsModule } from './modules/sessions.module';
import { SignInModule } from './modules/sign-in.module';
import { StatisticsModule } from './modules/statistics.module';

/** One module per folder, bottom up. */
const FOLDERS = [
  AccountsModule,
  MailsModule,
  RolesModule,
  HistoryModule,
  SessionsModule,
  ApiClientsModule,
  CodesModule,
  PasswordsModule,
  RegistrationModule,
  ImportsModule,
  PersonalDataModule,
  SignInModule,
  OwnAccountModule,
  AdminAccountModule,
  AdministrationModule,
  OrganizationModule,
  StatisticsModule,
];

/** The index decides what others may use. */
@Module({ imports: FOLDERS, exports: FOLDERS })
export class IamModule {
  static readonly entities = [
    ...ACCOUNTS_ENTITIES,
    ...ROLES_ENTITIES,
    ...API_CLIENTS_ENTITIES,
    ...CODES_ENTITIES,
    ...PASSWORDS_ENTITIES,
    ...ORGANIZATION_ENTITIES,
  ];
}
