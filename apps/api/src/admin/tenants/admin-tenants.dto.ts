import { tenant, TENANT_STATUSES, type TenantStatus, TenantStore, userName } from '@libs/iam';
import { field, only } from '@libs/kernel';
import { updatedBy } from '../../http/answers/actor-response.dto';
import { answer } from '../../http/answers/answer';
import { Nested, OneOf, Text } from '../../http/fields/fields';
import { changeRequest, newRequest } from '../../http/fields/request';
import { Ids, SearchQuery, Sort } from '../common/admin-requests.dto';
import { pageOf } from '../common/admin-responses.dto';

export class AdminTenantListQuery extends SearchQuery {
  @Sort(TenantStore.order)
  override readonly sort?: string;

  @Ids('tenants')
  override readonly ids?: string[];

  @OneOf('TenantStatus', TENANT_STATUSES, { optional: true })
  readonly status?: TenantStatus;

  @Text(
    { max: 64 },
    { optional: true, description: 'The tenant whose App has this `dcloud_appid`', example: '__UNI__1A2B3C4' },
  )
  readonly dcloud_appid?: string;
}

export class AdminTenantOwnerRequest extends newRequest({
  email: field.email().example('owner@example.com'),
  displayName: userName,
}) {}

export class AdminTenantRequest extends newRequest({
  code: tenant.code,
  name: tenant.name.about('Name of the tenant, initially also of the default App'),
}) {
  @Nested(() => AdminTenantOwnerRequest, { description: 'The user who is invited as its owner' })
  readonly owner!: AdminTenantOwnerRequest;
}

export class AdminTenantUpdateRequest extends changeRequest(only(tenant, 'name')) {}

export class AdminTenantResponse extends answer({ ...tenant, updatedBy }) {}

export class AdminTenantListResponse extends pageOf(AdminTenantResponse) {}
