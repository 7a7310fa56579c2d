import { Body, Delete, Get, Inject, Param, Patch, Post, Query, UseGuards } from '@nestjs/common';
import { ApiBody, ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import type { AdminSession } from '@libs/iam';
import { VersionConflictError } from '@libs/kernel';
import {
  AudienceChangedError,
  type ManagedMessage,
  ManagedMessages,
  type MessageKind,
  MessagePublicationService,
  MessagesService,
  NotificationStateError,
  RecipientPreviewsService,
  RecipientStatisticsQueries,
  TESTS_PER_HOUR,
  TestSends,
} from '@libs/notifications';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { CurrentAdmin, PathApp } from '../../surfaces/parameters';
import { LockVersionQuery } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
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
import { AdminNotificationTestRequest, AdminNotificationTestResponse } from './admin-notification-tests.dto';
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
    @Inject(TestSends) protected readonly tests!: TestSends;

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

    @Delete(':id')
    @RequiresPermission(`${kind}s.write`)
    @ApiOperation({
      operationId: `deleteAdmin${name}`,
      summary: `Delete ${one}`,
      description: 'Only drafts and cancelled items can be deleted: what was published keeps its record.',
    })
    @Answers(AdminDeleteResponse)
    @Raises(VersionConflictError, NotificationStateError)
    async delete(@PathApp() app: ManagedApp, @Param('id') id: string, @Query() query: LockVersionQuery) {
      await this.messages.delete(scopeOf(app), kind, id, query.lock_version);
      return new AdminDeleteResponse(id);
    }

    @Post(':id/copy')
    @RequiresPermission(`${kind}s.write`)
    @ApiOperation({
      operationId: `copyAdmin${name}`,
      summary: `Copy ${one}`,
      description:
        'The copy is a new draft of the same texts, type, audience, channels and action, without times. Items of any status can be copied.',
    })
    @Answers(AdminNotificationMessageResponse, { status: 201 })
    async copy(@CurrentAdmin() admin: AdminSession, @PathApp() app: ManagedApp, @Param('id') id: string) {
      return new AdminNotificationMessageResponse(await this.messages.copy(scopeOf(app), kind, id, admin));
    }

    @Post(':id/test')
    @RequiresPermission(`${kind}s.publish`)
    @Records(`${kind}_test`)
    @ApiOperation({
      operationId: `testAdmin${name}`,
      summary: `Send a test of the draft of ${one}`,
      description: `The named members receive the draft through its channels, with a mark before the title: [测试], [測試], [Test] or [テスト], in the language of the recipient. The test is in their inboxes for 24 hours, whatever they prefer; pushes and emails follow their preferences and quiet hours. It is in no list and in no statistics. An administrator can send ${TESTS_PER_HOUR} tests an hour.`,
    })
    @Answers(AdminNotificationTestResponse, { status: 202 })
    @Raises(NotificationStateError)
    async test(
      @CurrentAdmin() admin: AdminSession,
      @PathApp() app: ManagedApp,
      @Param('id') id: string,
      @Body() body: AdminNotificationTestRequest,
    ) {
      const sent = await this.tests.send(scopeOf(app), kind, id, body.testers(), admin);
      return new AdminNotificationTestResponse(sent);
    }

    // Changes nothing, and is to tell what is true now.
    @Post(':id/recipient-preview')
    @IgnoresIdempotencyKey()
    @RequiresPermission(`${kind}s.read`)
    @Records('recipient_preview')
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
      description:
        'The figures are also available during delivery: `pending` falls to 0 while `delivered` rises. Before the publication all are 0, and `total` is null.',
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
      summary: `Publish, unschedule or cancel ${one}`,
      description:
        'A draft is published at once, or `scheduled` if its `scheduled_at` is in the future; `unschedule` makes a scheduled item a draft again. Drafts and scheduled items can be cancelled. Workers deliver a published item soon after the answer. A page or article that the action opens must still exist on publication (422); if it is gone when the time of a scheduled item comes, the item is published without its action.',
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
      const moves: Readonly<Record<MessageActionName, () => Promise<ManagedMessage>>> = {
        publish: () => this.publication.publish(scope, kind, id, body.publication(), userId),
        unschedule: () => this.publication.unschedule(scope, kind, id, body.versionAlone()),
        cancel: () => this.publication.cancel(scope, kind, id, body.versionAlone()),
      };
      return new AdminNotificationMessageResponse(await moves[action]());
    }
  }
  return NotificationHandlers;
}

export function scopeOf({ tenantId, id: appId, defaultLocale, registration }: ManagedApp) {
  return { tenantId, appId, defaultLocale, defaultCountry: registration.defaultCountry };
}
