import { Module } from '@nestjs/common';
import { IdentifierKeys } from '../infrastructure/accounts/identifier-keys';
import { LoginIdentifiers } from '../infrastructure/accounts/login-identifiers';
import { Memberships } from '../infrastructure/accounts/memberships';
import { TenantDirectory } from '../infrastructure/accounts/tenant-directory';
import { TenantIdentities } from '../infrastructure/accounts/tenant-identities';
import { TenantStore } from '../infrastructure/accounts/tenant-store';
import { UserProfiles } from '../infrastructure/accounts/user-profiles';
import { Users } from '../infrastructure/accounts/users';

const PROVIDERS = [
  IdentifierKeys,
  LoginIdentifiers,
  Memberships,
  TenantDirectory,
  TenantIdentities,
  TenantStore,
  UserProfiles,
  Users,
];

@Module({ providers: PROVIDERS, exports: PROVIDERS })
export class AccountsModule {}
