import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiBody, ApiOperation } from '@nestjs/swagger';
import {
  type AdminSession,
  ApiClientLimitError,
  ApiClientsService,
  ApiClientStore,
  IamStateError,
  MAX_API_CLIENTS,
} from '@libs/iam';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionRequest } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import {
  AdminApiClientDeletionQuery,
  AdminApiClientListQuery,
  AdminApiClientRequest,
  AdminApiClientRotationRequest,
} from './admin-api-client-requests.dto';
import {
  AdminApiClientCredentialsResponse,
  AdminApiClientListResponse,
  AdminApiClientResponse,
} from './admin-api-client-responses.dto';

const WHAT_IT_MAY_DO =
  'Each scope requires the permission that it corresponds to (403 otherwise). A scope that is a permission opens the administrators’ operations that require this permission, which each show `serviceBearer`. With `app_ids`, other Apps do not exist for the client (404), lists contain what belongs to its Apps, and what concerns all of the tenant is refused (403 `IAM.API_CLIENT.LIMITED`).';

@AdminController('api-clients', 'API clients')
@Records('api_client')
@Raises(ValidationFailedError)
export class AdminApiClientsController {
  constructor(
    private readonly clients: ApiClientsService,
    private readonly store: ApiClientStore,
  ) {}

  @Get()
  @RequiresPermission('api_clients.read')
  @ApiOperation({
    summary: 'List the API clients of the tenant',
    description: 'Newest first. `q` searches names and descriptions.',
  })
  @Answers(AdminApiClientListResponse)
  async listAdminApiClients(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Query() query: AdminApiClientListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status } = query;
    return new AdminApiClientListResponse(query, await this.store.list(tenantId, { q, status }, query.in(locale)));
  }

  @Post()
  @RequiresPermission('api_clients.write')
  @ApiOperation({
    summary: 'Create an API client',
    description: `Requires \`name\` and \`scopes\`; takes no \`lock_version\`. \`client_secret\` is in this answer and in no other. ${WHAT_IT_MAY_DO} A tenant has at most ${MAX_API_CLIENTS}.`,
  })
  @Answers(AdminApiClientCredentialsResponse, { status: 201 })
  @Raises(ApiClientLimitError)
  async createAdminApiClient(@CurrentAdmin() admin: AdminSession, @Body() body: AdminApiClientRequest) {
    return new AdminApiClientCredentialsResponse(await this.clients.create(admin, body.values()));
  }

  @Get(':id')
  @RequiresPermission('api_clients.read')
  @ApiOperation({
    summary: 'Get an API client',
    description: 'For each usable secret the answer has its prefix, never the secret itself.',
  })
  @Answers(AdminApiClientResponse)
  async getAdminApiClient(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminApiClientResponse(await this.store.get(tenantId, id));
  }

  @Patch(':id')
  @RequiresPermission('api_clients.write')
  @ApiOperation({
    summary: 'Change an API client',
    description:
      'Requires `lock_version`. The change takes effect at once, also for tokens already issued. Requires the permissions that correspond to all scopes that the client has afterwards.',
  })
  @Answers(AdminApiClientResponse)
  @Raises(VersionConflictError)
  async updateAdminApiClient(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminApiClientRequest,
  ) {
    return new AdminApiClientResponse(await this.clients.update(admin, id, body.expectedVersion(), body.changes()));
  }

  @Delete(':id')
  @RequiresPermission('api_clients.write')
  @ApiOperation({
    summary: 'Delete an API client',
    description: 'The secrets and tokens of the client become invalid at once. Its records in the audit log are kept.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError)
  async deleteAdminApiClient(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Query() { lock_version: lockVersion }: AdminApiClientDeletionQuery,
  ) {
    await this.clients.delete(admin, id, lockVersion ?? null);
    return new AdminDeleteResponse(id);
  }

  @Post(':id/rotate-secret')
  @RequiresPermission('api_clients.write')
  @ApiOperation({
    summary: 'Rotate the secret of an API client',
    description:
      '`client_secret` is in this answer and in no other. The current secret can be used for `overlap_seconds` more; a secret from an earlier overlap ends at once, so that a client has at most two. Requires the permissions that correspond to all scopes of the client.',
  })
  @ApiBody({ type: AdminApiClientRotationRequest, required: false })
  @Answers(AdminApiClientCredentialsResponse)
  @Raises(VersionConflictError)
  async rotateAdminApiClientSecret(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() { overlap_seconds: overlapSeconds, lock_version: lockVersion }: AdminApiClientRotationRequest,
  ) {
    return new AdminApiClientCredentialsResponse(
      await this.clients.rotate(admin, id, lockVersion ?? null, overlapSeconds),
    );
  }

  @Post(':id/enable')
  @RequiresPermission('api_clients.write')
  @ApiOperation({
    summary: 'Enable a disabled API client',
    description:
      'The client can get tokens again. Tokens issued before it was disabled stay invalid. Requires the permissions that correspond to all scopes of the client.',
  })
  @Answers(AdminApiClientResponse)
  @Raises(VersionConflictError, IamStateError)
  async enableAdminApiClient(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminApiClientResponse(await this.clients.enable(admin, id, lockVersion));
  }

  @Post(':id/disable')
  @RequiresPermission('api_clients.write')
  @ApiOperation({
    summary: 'Disable an API client',
    description: 'The tokens of the client become invalid at once, and it gets no others until it is enabled.',
  })
  @Answers(AdminApiClientResponse)
  @Raises(VersionConflictError, IamStateError)
  async disableAdminApiClient(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() { lock_version: lockVersion }: LockVersionRequest,
  ) {
    return new AdminApiClientResponse(await this.clients.disable(admin, id, lockVersion));
  }
}
