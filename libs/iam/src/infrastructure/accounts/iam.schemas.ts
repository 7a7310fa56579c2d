import { EntitySchema, type EntitySchemaColumnOptions } from 'typeorm';
import { AccountLink } from '../../domain/passwords/account-link';
import { AppMembership } from '../../domain/accounts/app-membership';
import { LoginIdentifier } from '../../domain/accounts/login-identifier';
import { OtpChallenge } from '../../domain/codes/otp-challenge';
import { OtpRequest } from '../../domain/codes/otp-request';
import { Role } from '../../domain/roles/role';
import { Tenant } from '../../domain/accounts/tenant';
import { User } from '../../domain/accounts/user';
import { UserProfile } from '../../domain/accounts/user-profile';

const uuid = (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
  type: 'uuid',
  name,
  ...options,
});
const key = (name: string) => uuid(name, { primary: true });
const text = (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
  type: 'text',
  name,
  ...options,
});
const instant = (name: string, options: Partial<EntitySchemaColumnOptions> = {}): EntitySchemaColumnOptions => ({
  type: 'timestamptz',
  name,
  ...options,
});
const integer = (name: string): EntitySchemaColumnOptions => ({ type: 'integer', name });
const nullable = { nullable: true } as const;

const TenantSchema = new EntitySchema<Tenant>({
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

const RoleSchema = new EntitySchema<Role>({
  name: 'Role',
  target: Role,
  tableName: 'roles',
  columns: {
    tenantId: key('tenant_id'),
    code: text('code', { primary: true }),
    name: text('name'),
    permissions: text('permissions', { array: true }),
    builtIn: { type: 'boolean', name: 'built_in' },
    lockVersion: integer('lock_version'),
    createdAt: instant('created_at'),
    updatedAt: instant('updated_at'),
  },
});

const UserSchema = new EntitySchema<User>({
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

const UserProfileSchema = new EntitySchema<UserProfile>({
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

const AppMembershipSchema = new EntitySchema<AppMembership>({
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

const OtpRequestSchema = new EntitySchema<OtpRequest>({
  name: 'OtpRequest',
  target: OtpRequest,
  tableName: 'otp_requests',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    appId: uuid('app_id'),
    purpose: text('purpose'),
    identifierType: text('identifier_type'),
    recipient: text('recipient'),
    locale: text('locale'),
    registration: { type: 'jsonb', name: 'registration', nullable: true },
    passwordHash: text('password_hash', nullable),
    deviceKeyHash: { type: 'bytea', name: 'device_key_hash', nullable: true },
    userId: uuid('user_id', nullable),
    processedAt: instant('processed_at', nullable),
    createdAt: instant('created_at'),
  },
});

const OtpChallengeSchema = new EntitySchema<OtpChallenge>({
  name: 'OtpChallenge',
  target: OtpChallenge,
  tableName: 'otp_challenges',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    appId: uuid('app_id'),
    purpose: text('purpose'),
    identifierKey: { type: 'bytea', name: 'identifier_key' },
    channel: text('channel'),
    recipient: text('recipient'),
    locale: text('locale'),
    userId: uuid('user_id', nullable),
    requestId: uuid('request_id', nullable),
    sessionId: uuid('session_id', nullable),
    stepUpPurpose: text('step_up_purpose', nullable),
    stepUpResource: uuid('step_up_resource', nullable),
    steppedUpAt: instant('stepped_up_at', nullable),
    keyId: text('key_id'),
    seed: { type: 'bytea', name: 'seed' },
    attempts: integer('attempts'),
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
    consumedAt: instant('consumed_at', nullable),
    supersededAt: instant('superseded_at', nullable),
  },
});

const AccountLinkSchema = new EntitySchema<AccountLink>({
  name: 'AccountLink',
  target: AccountLink,
  tableName: 'account_links',
  columns: {
    tenantId: key('tenant_id'),
    id: key('id'),
    userId: uuid('user_id'),
    purpose: text('purpose'),
    keyId: text('key_id'),
    seed: { type: 'bytea', name: 'seed' },
    createdAt: instant('created_at'),
    expiresAt: instant('expires_at'),
    usedAt: instant('used_at', nullable),
  },
});

/** All that iam keeps by the ORM. */
export const IAM_ENTITIES = [
  AccountLinkSchema,
  AppMembershipSchema,
  LoginIdentifierSchema,
  OtpChallengeSchema,
  OtpRequestSchema,
  RoleSchema,
  TenantSchema,
  UserProfileSchema,
  UserSchema,
];
