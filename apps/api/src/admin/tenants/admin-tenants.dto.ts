import { type Tenant, TENANT_STATUSES, type TenantStatus } from '@libs/iam';
import type { ListPage } from '@libs/kernel';
import { Answer } from '../../http/answers/answer-fields';
import { EmailAddress, LockVersion, Nested, OneOf, Text } from '../../http/fields/fields';
import { PageQuery, SearchQuery } from '../common/admin-requests.dto';
import { AdminListResponse } from '../common/admin-responses.dto';

const SLUG = /^[a-z0-9]+(?:-[a-z0-9]+)*$/;
const NAME = { max: 80, pattern: /\S/, patternCode: 'required' } as const;

export class AdminTenantListQuery extends SearchQuery {
  @OneOf('TenantStatus', TENANT_STATUSES, { optional: true })
  readonly status?: TenantStatus;

  @Text(
    { max: 64 },
    { optional: true, description: 'The tenant whose App has this `dcloud_appid`', example: '__UNI__1A2B3C4' },
  )
  readonly dcloud_appid?: string;
}

export class AdminTenantOwnerRequest {
  @EmailAddress({ example: 'owner@example.com' })
  readonly email!: string;

  @Text({ max: 64, pattern: /\S/, patternCode: 'required' }, { example: 'Lin' })
  readonly display_name!: string;
}

export class AdminTenantRequest {
  @Text(
    { max: 64, pattern: SLUG, patternCode: 'not_slug' },
    { description: 'Unique; administrators sign in with it. It never changes', example: 'corner-shop' },
  )
  readonly code!: string;

  @Text(NAME, { description: 'Name of the tenant, initially also of the default App', example: 'Corner Shop' })
  readonly name!: string;

  @Nested(() => AdminTenantOwnerRequest, { description: 'The user who is invited as its owner' })
  readonly owner!: AdminTenantOwnerRequest;
}

export class AdminTenantUpdateRequest {
  @Text(NAME, { optional: true, example: 'Corner Shop' })
  readonly name?: string;

  @LockVersion()
  readonly lock_version!: number;
}

export class AdminTenantResponse {
  @Answer.Uuid()
  readonly id: string;

  @Answer.Text({ example: 'corner-shop' })
  readonly code: string;

  @Answer.Text({ example: 'Corner Shop' })
  readonly name: string;

  @Answer.OneOf('TenantStatus', TENANT_STATUSES)
  readonly status: TenantStatus;

  @Answer.Flag({ description: 'Whether this is the platform tenant, which manages the others', example: false })
  readonly is_platform: boolean;

  @Answer.LockVersion()
  readonly lock_version: number;

  @Answer.Instant()
  readonly created_at: string;

  @Answer.Instant()
  readonly updated_at: string;

  constructor(tenant: Tenant) {
    this.id = tenant.id;
    this.code = tenant.code;
    this.name = tenant.name;
    this.status = tenant.status;
    this.is_platform = tenant.isPlatform;
    this.lock_version = tenant.lockVersion;
    this.created_at = tenant.createdAt.toISOString();
    this.updated_at = tenant.updatedAt.toISOString();
  }
}

export class AdminTenantListResponse extends AdminListResponse {
  @Answer.ListOf(() => AdminTenantResponse)
  readonly items: readonly AdminTenantResponse[];

  constructor(query: PageQuery, { items, total }: ListPage<Tenant>) {
    super(query, total);
    this.items = items.map((tenant) => new AdminTenantResponse(tenant));
  }
}
