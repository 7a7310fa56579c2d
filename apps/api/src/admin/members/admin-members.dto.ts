import { OmitType } from '@nestjs/swagger';
import {
  MemberQueries,
  membership,
  MEMBERSHIP_STATUSES,
  type MembershipStatus,
  type MemberView,
  user,
} from '@libs/iam';
import { field, only } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { type Export, EXPORT_FORMATS, type ExportFormat } from '../../http/answers/streamed-export';
import { OneOf } from '../../http/fields/fields';
import { Ids, PAGE_FIELDS, SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';
import { DownloadToken } from '../common/download-links.dto';
import { AdminIdentifierResponse } from '../common/identifier-response.dto';

export class AdminMemberListQuery extends SearchQuery {
  @Sort(MemberQueries.order)
  override readonly sort?: string;

  @Ids('users')
  override readonly ids?: string[];

  @OneOf('AppMembershipStatus', MEMBERSHIP_STATUSES, { optional: true })
  readonly status?: MembershipStatus;
}

/** The filters of the list, without paging. */
export class AdminMemberExportQuery extends OmitType(AdminMemberListQuery, PAGE_FIELDS) {
  @OneOf('ExportFormat', EXPORT_FORMATS, { optional: true, default: 'csv' })
  readonly format: ExportFormat = 'csv';
}

/** The same where a link may open the export. */
export class AdminMemberDownloadQuery extends AdminMemberExportQuery {
  @DownloadToken()
  readonly download_token?: string;
}

/** A member as in the list. */
export const member = {
  userId: user.id,
  displayName: user.displayName,
  identifiers: field.listOf(() => AdminIdentifierResponse),
  ...only(membership, 'status', 'joinedAt', 'createdAt'),
  lastLoginAt: field.instant().nullable().about('Time of the last sign-in at this App; null for none'),
};

export class AdminMemberResponse extends answer(member) {}

export class AdminMemberListResponse extends pageOf(AdminMemberResponse) {}

/** The members as a file. NDJSON contains the same objects as the list. */
export function memberExport(appId: string, batches: Export<MemberView>['batches']): Export<MemberView> {
  const addressOf = (type: 'email' | 'mobile') => (listed: MemberView) =>
    listed.identifiers.find((identifier) => identifier.type === type)?.value ?? null;
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
    toJson: (listed) => new AdminMemberResponse(listed),
    batches,
  };
}
