import { EntitySchema } from 'typeorm';
import { AppMembership } from '../../domain/accounts/app-membership';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { Tenant } from '../../domain/accounts/tenant';
import { User } from '../../domain/accounts/user';
import { UserProfile } from '../../domain/accounts/user-profile';
import { instant, integer, key, nullable, text, uuid } from './columns';

export const TenantSchema = new EntitySchema<Tenant>({
  name: 'Tenant',
  target: Tenant,
  tableName: 'tenants',
  columns: {
    id: key('id'),
    code: text('code'),
    name: text('name'),
    status: text('status'),
    isPlatform: { type: 'boolean', name: 'is_platform' },
    lockVersion: integer('lock_version'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

export const UserSchema = new EntitySchema<User>({
  name: 'User',
  target: User,
  tableName: 'users',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    displayName: text('display_name', nullable),
    status: text('status'),
    locale: text('locale', nullable),
    timeZone: text('time_zone', nullable),
    passwordHash: text('password_hash', nullable),
    passwordChangedAt: instant('password_changed_at', nullable),
    lockVersion: integer('lock_version'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

export const UserProfileSchema = new EntitySchema<UserProfile>({
  name: 'UserProfile',
  target: UserProfile,
  tableName: 'user_profiles',
  columns: {
    tenantId: key('tenant_id'),
    userId: key('user_id'),
    bio: text('bio', nullable),
    gender: text('gender'),
    birthday: { type: 'date', name: 'birthday', nullable: true },
    regionCode: text('region_code', nullable),
    avatarToken: text('avatar_token', nullable),
    theme: text('theme', nullable),
    fontScale: { type: 'double precision', name: 'font_scale', nullable: true },
    reduceMotion: { type: 'boolean', name: 'reduce_motion', nullable: true },
  },
});

const LoginIdentifierSchema = new EntitySchema<LoginIdentifier>({
  name: 'LoginIdentifier',
  target: LoginIdentifier,
  tableName: 'login_identifiers',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    userId: uuid('user_id'),
    type: text('type'),
    value: text('value'),
    verifiedAt: instant('verified_at', nullable),
    isPrimary: { type: 'boolean', name: 'is_primary' },
    createdAt: instant('created_at'),
  },
});

export const AppMembershipSchema = new EntitySchema<AppMembership>({
  name: 'AppMembership',
  target: AppMembership,
  tableName: 'app_memberships',
  columns: {
    tenantId: key('tenant_id'),
    appId: key('app_id'),
    userId: key('user_id'),
    status: text('status'),
    joinedAt: instant('joined_at', nullable),
    createdAt: instant('created_at'),
  },
});

export const ACCOUNTS_ENTITIES = [
  AppMembershipSchema,
  LoginIdentifierSchema,
  TenantSchema,
  UserSchema,
  UserProfileSchema,
];
