import { OmitType } from '@nestjs/swagger';
import { MEMBERSHIP_STATUSES, type MembershipStatus, type MemberView } from '@libs/iam';
import type { ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { OneOf } from '../../http/fields/fields';
import { type Export, EXPORT_FORMATS, type ExportFormat } from '../../http/answers/streamed-export';
import { PAGE_FIELDS, PageQuery, SearchQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';
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

export class AdminMemberResponse {
  @Answer.Uuid({ example: '0192f0c1-7c2a-7b3e-9d54-3f1c2a7be903' })
  readonly user_id: string;

  @Answer.Text({ nullable: true, example: 'Lin' })
  readonly display_name: string | null;

  @Answer.ListOf(() => AdminIdentifierResponse)
  readonly identifiers: readonly AdminIdentifierResponse[];

  @Answer.OneOf('AppMembershipStatus', MEMBERSHIP_STATUSES, { example: 'active' })
  readonly status: MembershipStatus;

  @Answer.Instant({ nullable: true })
  readonly joined_at: string | null;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant({ nullable: true, description: 'Time of the last sign-in at this App; null for none' })
  readonly last_login_at: string | null;

  constructor(member: MemberView) {
    this.user_id = member.userId;
    this.display_name = member.displayName;
    this.identifiers = member.identifiers.map((identifier) => new AdminIdentifierResponse(identifier));
    this.status = member.status;
    this.joined_at = member.joinedAt?.toISOString() ?? null;
    this.created_at = member.createdAt.toISOString();
    this.last_login_at = member.lastLoginAt?.toISOString() ?? null;
  }
}

export class AdminMemberListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminMemberResponse)
  readonly items: readonly AdminMemberResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<MemberView>) {
    super(query, total);
    this.items = items.map((member) => new AdminMemberResponse(member));
  }
}

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
