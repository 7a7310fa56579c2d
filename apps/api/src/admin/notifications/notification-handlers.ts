import { Body, Get, Inject, Param, Patch, Post, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import type { AdminSession } from '@libs/iam';
import { VersionConflictError } from '@libs/kernel';
import {
  AudienceChangedError,
  ManagedMessages,
  type MessageKind,
  MessagePublicationService,
  MessagesService,
  NotificationStateError,
  RecipientPreviewsService,
  RecipientStatisticsQueries,
} from '@libs/notifications';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentAdmin, PathApp } from '../../surfaces/parameters';
import {
  AdminNotificationRecipientPreviewResponse,
  AdminNotificationRecipientStatsResponse,
} from './admin-notification-recipients.dto';
import {
  AdminNotificationMessageRequest,
  AdminNotificationMoveRequest,
  AdminNotificationRecallRequest,
} from './admin-notification-requests.dto';
import { AdminNotificationMessageResponse } from './admin-notification-responses.dto';
import { KnownActionGuard, MESSAGE_ACTIONS, type MessageActionName } from './known-action.guard';

/**
 * The handlers of notices or of messages, which differ in their permissions and in nothing else. Operations are named
 * after the kind.
 */
export function notificationHandlers(kind: MessageKind) {
  const name = kind === 'notice' ? 'Notice' : 'Message';
  const one = `a ${kind}`;

  abstract class NotificationHandlers {
    @Inject(MessagesService) protected readonly messages!: MessagesService;
    @Inject(MessagePublicationService) protected readonly publication!: MessagePublicationService;
    @Inject(RecipientPreviewsService) protected readonly previews!: RecipientPreviewsService;
    @Inject(RecipientStatisticsQueries) protected readonly statistics!: RecipientStatisticsQueries;
    @Inject(ManagedMessages) protected readonly managed!: ManagedMessages;

    @Post()
    @RequiresPermission(`${kind}s.write`)
    @ApiOperation({
      operationId: `createAdmin${name}`,
      summary: `Create ${one}`,
      description: `Requires \`title\` and \`body\`${kind === 'message' ? ', and `message_type`' : ''}; takes no \`lock_version\`. The result is a draft; nothing is delivered before it is published.`,
    })
    @Answers(AdminNotificationMessageResponse, { status: 201 })
    async create(
      @CurrentAdmin() admin: AdminSession,
      @PathApp() app: ManagedApp,
      @Body() body: AdminNotificationMessageRequest,
    ) {
      const message = await this.messages.create(scopeOf(app), kind, body.values(), admin);
      return new AdminNotificationMessageResponse(message);
    }

    @Get(':id')
    @RequiresPermission(`${kind}s.read`)
    @ApiOperation({
      operationId: `getAdmin${name}`,
      summary: `Get ${one}`,
      description: '`recipient_count` increases during delivery.',
    })
    @Answers(AdminNotificationMessageResponse)
    async get(@PathApp() app: ManagedApp, @Param('id') id: string) {
      return new AdminNotificationMessageResponse(await this.managed.get(scopeOf(app), kind, id));
    }

    @Patch(':id')
    @RequiresPermission(`${kind}s.write`)
    @ApiOperation({
      operationId: `updateAdmin${name}`,
      summary: `Change the draft of ${one}`,
      description:
        'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new draft. Only drafts can be changed.',
    })
    @Answers(AdminNotificationMessageResponse)
    @Raises(VersionConflictError, NotificationStateError)
    async update(
      @CurrentAdmin() admin: AdminSession,
      @PathApp() app: ManagedApp,
      @Param('id') id: string,
      @Body() body: AdminNotificationMessageRequest,
    ) {
      const message = await this.messages.update(scopeOf(app), kind, id, body.expectedVersion(), body.changes(), admin);
      return new AdminNotificationMessageResponse(message);
    }

    // Changes nothing, and is to tell what is true now.
    @Post(':id/recipient-preview')
    @IgnoresIdempotencyKey()
    @RequiresPermission(`${kind}s.read`)
    @ApiOperation({
      operationId: `previewAdmin${name}Recipients`,
      summary: `Preview the recipients of ${one}`,
      description:
        'The recipients at the time of the request; they may change before the publication. A publication with `preview_id` is refused if its recipients differ from those of the preview. An audience filtered by roles or organization units also requires `users.read`.',
    })
    @Answers(AdminNotificationRecipientPreviewResponse)
    async preview(@CurrentAdmin() admin: AdminSession, @PathApp() app: ManagedApp, @Param('id') id: string) {
      return new AdminNotificationRecipientPreviewResponse(await this.previews.preview(scopeOf(app), kind, id, admin));
    }

    @Get(':id/recipients')
    @RequiresPermission(`${kind}s.read`)
    @ApiOperation({
      operationId: `getAdmin${name}Recipients`,
      summary: `Get the delivery statistics of ${one}`,
      description: 'The figures are also available during delivery. All are 0 before the publication.',
    })
    @Answers(AdminNotificationRecipientStatsResponse)
    async recipients(@PathApp() app: ManagedApp, @Param('id') id: string) {
      return new AdminNotificationRecipientStatsResponse(await this.statistics.get(scopeOf(app), kind, id));
    }

    @Post(':id/recall')
    @RequiresPermission(`${kind}s.publish`)
    @ApiOperation({
      operationId: `recallAdmin${name}`,
      summary: `Recall ${one}`,
      description:
        'The item disappears from all inboxes, read or not; pushes and emails not yet sent are cancelled. The record and the statistics are kept.',
    })
    @Answers(AdminNotificationMessageResponse)
    @Raises(VersionConflictError, NotificationStateError)
    async recall(
      @PathApp() app: ManagedApp,
      @Param('id') id: string,
      @Body() { lock_version: lockVersion, reason }: AdminNotificationRecallRequest,
    ) {
      const message = await this.publication.recall(scopeOf(app), kind, id, lockVersion, reason ?? null);
      return new AdminNotificationMessageResponse(message);
    }

    @Post(':id/:action')
    @UseGuards(KnownActionGuard)
    @RequiresPermission(`${kind}s.publish`)
    @ApiOperation({
      operationId: `moveAdmin${name}`,
      summary: `Publish or cancel ${one}`,
      description:
        'A draft is published at once, or `scheduled` if its `scheduled_at` is in the future. Drafts and scheduled items can be cancelled. Workers deliver a published item soon after the answer.',
    })
    @ApiParam({ name: 'action', schema: { type: 'string', enum: [...MESSAGE_ACTIONS] } })
    @ApiBody({ type: AdminNotificationMoveRequest, required: false })
    @Answers(AdminNotificationMessageResponse)
    @Raises(VersionConflictError, NotificationStateError, AudienceChangedError)
    async move(
      @CurrentAdmin() { userId }: AdminSession,
      @PathApp() app: ManagedApp,
      @Param('id') id: string,
      @Param('action') action: MessageActionName,
      @Body() body: AdminNotificationMoveRequest,
    ) {
      const scope = scopeOf(app);
      const message =
        action === 'publish'
          ? await this.publication.publish(scope, kind, id, body.publication(), userId)
          : await this.publication.cancel(scope, kind, id, body.cancelledVersion());
      return new AdminNotificationMessageResponse(message);
    }
  }
  return NotificationHandlers;
}

export function scopeOf({ tenantId, id: appId, defaultLocale, registration }: ManagedApp) {
  return { tenantId, appId, defaultLocale, defaultCountry: registration.defaultCountry };
}
