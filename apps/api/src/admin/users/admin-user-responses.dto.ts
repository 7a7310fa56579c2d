import { MEMBERSHIP_STATUSES } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { pageOf } from '../common/admin-responses.dto';
import { AdminIdentifierResponse } from '../common/identifier-response.dto';
import { ADMIN_USER_STATUSES } from './admin-users.dto';

class AdminUserMembershipResponse extends answer({
  appId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be902'),
  appName: field.text().example('Corner Shop'),
  status: field.one('AppMembershipStatus', MEMBERSHIP_STATUSES).example('active'),
  joinedAt: field.instant().nullable(),
}) {}

export class AdminUserResponse extends answer({
  id: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: field.text().nullable().example('Lin'),
  status: field.one('AdminUserStatus', ADMIN_USER_STATUSES).as<string>(),
  locale: field.locale().nullable(),
  timeZone: field.text().nullable().example('Asia/Shanghai'),
  hasPassword: field.flag().about('False until the invitation is accepted'),
  identifiers: field.listOf(() => AdminIdentifierResponse),
  memberships: field.listOf(() => AdminUserMembershipResponse),
  roles: field.texts().about('Codes of the roles of the user').example(['content_editor']),
  lastLoginAt: field.instant().nullable(),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

export class AdminUserListResponse extends pageOf(AdminUserResponse) {}
