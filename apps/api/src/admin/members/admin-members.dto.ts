import { OmitType } from '@nestjs/swagger';
import { MEMBERSHIP_STATUSES, type MembershipStatus, type MemberView } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { type Export, EXPORT_FORMATS, type ExportFormat } from '../../http/answers/streamed-export';
import { OneOf } from '../../http/fields/fields';
import { PAGE_FIELDS, SearchQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { AdminIdentifierResponse } from '../common/identifier-response.dto';

export class AdminMemberListQuery extends SearchQuery {
  @OneOf('AppMembershipStatus', MEMBERSHIP_STATUSES, { optional: true })
  readonly status?: MembershipStatus;
}

/** The filters of the list, without paging. */
export class AdminMemberExportQuery extends OmitType(AdminMemberListQuery, PAGE_FIELDS) {
  @OneOf('ExportFormat', EXPORT_FORMATS, { optional: true, default: 'csv' })
  readonly format: ExportFormat = 'csv';
}

export class AdminMemberResponse extends answer({
  userId: field.uuid().example('0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903'),
  displayName: field.text().nullable().example('Lin'),
  identifiers: field.listOf(() => AdminIdentifierResponse),
  status: field.one('AppMembershipStatus', MEMBERSHIP_STATUSES).example('active'),
  joinedAt: field.instant().nullable(),
  createdAt: field.instant(),
  lastLoginAt: field.instant().nullable().about('Time of the last sign-in at this App; null for none'),
}) {}

export class AdminMemberListResponse extends pageOf(AdminMemberResponse) {}

/** The members as a file. NDJSON contains the same objects as the list. */
export function memberExport(appId: string, batches: Export<MemberView>['batches']): Export<MemberView> {
  const addressOf = (type: 'email' | 'mobile') => (member: MemberView) =>
    member.identifiers.find((identifier) => identifier.type === type)?.value ?? null;
  return {
    name: `members-${appId}`,
    columns: {
      user_id: ({ userId }) => userId,
      display_name: ({ displayName }) => displayName,
      email: addressOf('email'),
      mobile: addressOf('mobile'),
      status: ({ status }) => status,
      joined_at: ({ joinedAt }) => joinedAt?.toISOString() ?? null,
      created_at: ({ createdAt }) => createdAt.toISOString(),
      last_login_at: ({ lastLoginAt }) => lastLoginAt?.toISOString() ?? null,
    },
    toJson: (member) => new AdminMemberResponse(member),
    batches,
  };
}
