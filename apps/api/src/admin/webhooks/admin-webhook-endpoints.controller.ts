import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { AdminSession } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import {
  DeliveriesService,
  EndpointDisabledError,
  EndpointLimitError,
  EndpointsService,
  ManagedEndpoints,
  MAX_ENDPOINTS,
  MAX_REPLAYED,
  ReplaysService,
  ReplaysWaitingError,
} from '@libs/webhooks';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import {
  AdminWebhookDeliveryListQuery,
  AdminWebhookEndpointListQuery,
  AdminWebhookEndpointRequest,
  AdminWebhookReplayRequest,
} from './admin-webhook-requests.dto';
import {
  AdminWebhookDeliveryAcceptedResponse,
  AdminWebhookDeliveryListResponse,
  AdminWebhookEndpointListResponse,
  AdminWebhookEndpointResponse,
  AdminWebhookEndpointSecretResponse,
  AdminWebhookReplayResponse,
} from './admin-webhook-responses.dto';

@AdminController('webhooks/endpoints', 'Webhooks')
@Records('webhook_endpoint')
@Raises(ValidationFailedError)
export class AdminWebhookEndpointsController {
  constructor(
    private readonly endpoints: EndpointsService,
    private readonly managed: ManagedEndpoints,
    private readonly deliveries: DeliveriesService,
    private readonly replays: ReplaysService,
  ) {}

  @Get()
  @RequiresPermission('webhooks.read')
  @ApiOperation({
    summary: 'List the webhook endpoints of the tenant',
    description: 'Newest first. `q` searches addresses and descriptions.',
  })
  @Answers(AdminWebhookEndpointListResponse)
  async listAdminWebhookEndpoints(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Query() query: AdminWebhookEndpointListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, enabled } = query;
    const found = await this.managed.list(tenantId, { q, enabled }, query.in(locale));
    return new AdminWebhookEndpointListResponse(query, found);
  }

  @Post()
  @RequiresPermission('webhooks.write')
  @ApiOperation({
    summary: 'Create a webhook endpoint',
    description: `Requires \`url\` and \`event_types\`; takes no \`lock_version\`. A tenant has at most ${MAX_ENDPOINTS}. It receives the events that occur from then on.`,
  })
  @Answers(AdminWebhookEndpointSecretResponse, { status: 201 })
  @Raises(EndpointLimitError)
  async createAdminWebhookEndpoint(
    @CurrentAdmin() { tenantId, userId }: AdminSession,
    @Body() body: AdminWebhookEndpointRequest,
  ) {
    return new AdminWebhookEndpointSecretResponse(await this.endpoints.create(tenantId, body.values(), userId));
  }

  @Get(':id')
  @RequiresPermission('webhooks.read')
  @ApiOperation({
    summary: 'Get a webhook endpoint',
    description: 'The endpoint without its secrets, which are returned only when they are created.',
  })
  @Answers(AdminWebhookEndpointResponse)
  async getAdminWebhookEndpoint(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminWebhookEndpointResponse(await this.managed.get(tenantId, id));
  }

  @Patch(':id')
  @RequiresPermission('webhooks.write')
  @ApiOperation({
    summary: 'Change a webhook endpoint',
    description:
      'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new endpoint. Disabling an endpoint cancels its pending deliveries.',
  })
  @Answers(AdminWebhookEndpointResponse)
  @Raises(VersionConflictError)
  async updateAdminWebhookEndpoint(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminWebhookEndpointRequest,
  ) {
    const lockVersion = body.expectedVersion();
    return new AdminWebhookEndpointResponse(await this.endpoints.update(tenantId, id, lockVersion, body.changes()));
  }

  @Delete(':id')
  @RequiresPermission('webhooks.write')
  @ApiOperation({
    summary: 'Delete a webhook endpoint',
    description: 'The pending deliveries of the endpoint are cancelled.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError)
  async deleteAdminWebhookEndpoint(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Query() { lock_version: lockVersion }: LockVersionQuery,
  ) {
    await this.endpoints.delete(tenantId, id, lockVersion);
    return new AdminDeleteResponse(id);
  }

  @Post(':id/rotate-secret')
  @RequiresPermission('webhooks.write')
  @ApiOperation({
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'For 24 hours the previous secret signs, too: each request has two signatures. A further rotation within this time ends the older secret.',
  })
  @Answers(AdminWebhookEndpointSecretResponse)
  async rotateAdminWebhookSecret(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminWebhookEndpointSecretResponse(await this.endpoints.rotateSecret(tenantId, id));
  }

  @Post(':id/test')
  @RequiresPermission('webhooks.write')
  @Records('webhook_delivery')
  @ApiOperation({
    summary: 'Send a test event',
    description:
      'Sends an event of the type `webhook.test`, with only `endpoint_id` as data, in one attempt. The result is in the list of deliveries soon after.',
  })
  @Answers(AdminWebhookDeliveryAcceptedResponse, { status: 202 })
  @Raises(EndpointDisabledError)
  async testAdminWebhookEndpoint(@CurrentAdmin() { tenantId }: AdminSession, @Param('id') id: string) {
    return new AdminWebhookDeliveryAcceptedResponse(await this.deliveries.test(tenantId, id));
  }

  @Post(':id/replay')
  @RequiresPermission('webhooks.write')
  @Records('webhook_replay')
  @ApiOperation({
    summary: 'Send the events of a time range again',
    description: `Sends the events of the types that the endpoint subscribes to, in the order in which they occurred, each with its \`webhook-id\` and the retries of a new event, apart from the events that occur meanwhile. Events are kept for 30 days if an endpoint of the tenant subscribed to them, even a disabled one. A time range with more than ${MAX_REPLAYED} events is refused, and no more of them wait for an endpoint at once. The results do not affect the health of the endpoint.`,
  })
  @Answers(AdminWebhookReplayResponse, { status: 202, description: 'The events will be sent' })
  @Raises(EndpointDisabledError, ReplaysWaitingError)
  async replayAdminWebhookEvents(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminWebhookReplayRequest,
  ) {
    return new AdminWebhookReplayResponse({ count: await this.replays.replay(tenantId, id, body.values()) });
  }

  @Get(':id/deliveries')
  @RequiresPermission('webhooks.read')
  @ApiOperation({
    summary: 'List what was delivered to a webhook endpoint',
    description: 'The past and pending deliveries of the endpoint, newest first; kept for 30 days.',
  })
  @Answers(AdminWebhookDeliveryListResponse)
  async listAdminWebhookDeliveries(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('id') id: string,
    @Query() { limit, cursor, status, event_type: eventType }: AdminWebhookDeliveryListQuery,
  ) {
    const filter = { status, eventType };
    return new AdminWebhookDeliveryListResponse(await this.deliveries.list(tenantId, id, filter, { limit, cursor }));
  }
}
