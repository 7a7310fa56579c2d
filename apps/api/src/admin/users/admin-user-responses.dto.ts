import { membership, user } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { accountActivity } from '../common/account-activity.dto';
import { pageOf } from '../common/admin-responses.dto';
import { AdminIdentifierResponse } from '../common/identifier-response.dto';
import { ADMIN_USER_STATUSES } from './admin-users.dto';

export class AdminUserMembershipResponse extends answer({
  appId: membership.appId.example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  appName: field.text().example('Corner Shop'),
  status: membership.status,
  joinedAt: membership.joinedAt.as<string | null>(),
}) {}

const managed = {
  ...only(user, 'id', 'displayName'),
  status: field.one('AdminUserStatus', ADMIN_USER_STATUSES).as<string>(),
  ...only(user, 'locale', 'timeZone'),
  hasPassword: field.flag().about('False until the invitation is accepted'),
  identifiers: field.listOf(() => AdminIdentifierResponse),
  memberships: field.listOf(() => AdminUserMembershipResponse),
  roles: field.texts().about('Codes of the roles of the user').example(['content_editor']),
  lastLoginAt: field.instant().nullable(),
  ...only(user, 'lockVersion', 'createdAt', 'updatedAt'),
  updatedBy,
};

export class AdminUserResponse extends answer(managed) {}

export class AdminUserDetailResponse extends answer({ ...managed, ...accountActivity }) {}

export class AdminUserListResponse extends pageOf(AdminUserResponse) {}
