import { entityOf } from '@libs/foundation';
import { AppMembership, membership } from '../../domain/accounts/app-membership';
import { LoginIdentifier, loginIdentifier } from '../../domain/accounts/login-identifier';
import { Tenant, tenant } from '../../domain/accounts/tenant';
import { User, user } from '../../domain/accounts/user';
import { UserProfile, userProfile } from '../../domain/accounts/user-profile';

export const TenantSchema = entityOf(Tenant, tenant, { table: 'tenants', key: ['id'] });

export const UserSchema = entityOf(User, user, { table: 'users', key: ['tenantId', 'id'] });

export const UserProfileSchema = entityOf(UserProfile, userProfile, {
  table: 'user_profiles',
  key: ['tenantId', 'userId'],
  columns: { fontScale: { type: 'double precision' } },
});

const LoginIdentifierSchema = entityOf(LoginIdentifier, loginIdentifier, {
  table: 'login_identifiers',
  key: ['tenantId', 'id'],
});

export const AppMembershipSchema = entityOf(AppMembership, membership, {
  table: 'app_memberships',
  key: ['tenantId', 'appId', 'userId'],
});

export const ACCOUNTS_ENTITIES = [
  AppMembershipSchema,
  LoginIdentifierSchema,
  TenantSchema,
  UserSchema,
  UserProfileSchema,
];
