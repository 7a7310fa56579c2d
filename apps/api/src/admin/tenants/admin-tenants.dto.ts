import { TENANT_STATUSES, type TenantStatus } from '@libs/iam';
import { field } from '@libs/kernel';
import { answer } from '../../http/answers/answer';
import { EmailAddress, LockVersion, Nested, OneOf, Text } from '../../http/fields/fields';
import { SearchQuery } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

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

export class AdminTenantResponse extends answer({
  id: field.uuid(),
  code: field.text().example('corner-shop'),
  name: field.text().example('Corner Shop'),
  status: field.one('TenantStatus', TENANT_STATUSES),
  isPlatform: field.flag().about('Whether this is the platform tenant, which manages the others').example(false),
  lockVersion: field.lockVersion(),
  createdAt: field.instant(),
  updatedAt: field.instant(),
}) {}

export class AdminTenantListResponse extends pageOf(AdminTenantResponse) {}
