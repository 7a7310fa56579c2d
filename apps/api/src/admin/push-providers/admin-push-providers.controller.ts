import { Body, Delete, Get, Param, Post, Put, Query } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import {
  ResourceConflictError,
  ResourceNotFoundError,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { PUSH_PROVIDER_NAMES, type PushProviderName, PushProvidersService } from '@libs/notifications';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { BooleanSuccessResponse } from '../../http/answers/common-responses.dto';
import { PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery } from '../common/admin-requests.dto';
import {
  AdminPushProviderListResponse,
  AdminPushProviderRequest,
  AdminPushProviderResponse,
  AdminPushTestRequest,
  AdminPushTestResponse,
} from './admin-push-providers.dto';

const PROVIDER_PARAM = {
  name: 'provider',
  description: 'The name of a provider',
  schema: { type: 'string', enum: [...PUSH_PROVIDER_NAMES] },
} as const;

@AdminController('apps/:app_id/push-providers', 'Push providers')
@Records('push_provider')
@Raises(ValidationFailedError)
export class AdminPushProvidersController {
  constructor(private readonly providers: PushProvidersService) {}

  @Get()
  @RequiresPermission('push_providers.read')
  @ApiOperation({
    summary: 'List the push providers of an App',
    description:
      'A device is reached through the first enabled provider of: the provider of its token, `webhook`, `log`.',
  })
  @Answers(AdminPushProviderListResponse)
  async listAdminPushProviders(@PathApp() app: ManagedApp) {
    return new AdminPushProviderListResponse(await this.providers.list(scopeOf(app)));
  }

  @Put(':provider')
  @RequiresPermission('notifications.configure')
  @ApiOperation({
    summary: 'Configure a push provider',
    description: 'Creates or replaces the configuration of the provider, and ends a pause of the provider.',
  })
  @ApiParam(PROVIDER_PARAM)
  @Answers(AdminPushProviderResponse)
  @Raises(ResourceConflictError, VersionConflictError)
  async putAdminPushProvider(
    @PathApp() app: ManagedApp,
    @Param('provider') name: string,
    @Body() body: AdminPushProviderRequest,
  ) {
    const version = body.lock_version ?? null;
    const stored = await this.providers.put(scopeOf(app), providerOf(name), body.values(), version);
    return new AdminPushProviderResponse(stored);
  }

  @Delete(':provider')
  @RequiresPermission('notifications.configure')
  @ApiOperation({
    summary: 'Remove a push provider',
    description:
      'The credentials are deleted, too. Devices of the provider are then reached through `webhook` or `log`, if enabled.',
  })
  @ApiParam(PROVIDER_PARAM)
  @Answers(BooleanSuccessResponse)
  @Raises(VersionConflictError)
  async deleteAdminPushProvider(
    @PathApp() app: ManagedApp,
    @Param('provider') name: string,
    @Query() { lock_version: lockVersion }: LockVersionQuery,
  ) {
    await this.providers.delete(scopeOf(app), providerOf(name), lockVersion);
    return new BooleanSuccessResponse();
  }

  @Post(':provider/test')
  @RequiresPermission('notifications.configure')
  @ApiOperation({
    summary: 'Send a test push',
    description:
      'The push is sent to the devices of one member that the provider reaches, even if the provider is disabled. The result is in `last_test` of the provider soon after.',
  })
  @ApiParam(PROVIDER_PARAM)
  @Answers(AdminPushTestResponse, { status: 202 })
  async testAdminPushProvider(
    @PathApp() app: ManagedApp,
    @Param('provider') name: string,
    @Body() body: AdminPushTestRequest,
  ) {
    const devices = await this.providers.test(scopeOf(app), providerOf(name), body.values().userId, app.defaultLocale);
    return new AdminPushTestResponse(devices);
  }
}

function scopeOf({ tenantId, id }: ManagedApp) {
  return { tenantId, appId: id };
}

/** @throws ResourceNotFoundError when there is no provider with the name. */
function providerOf(name: string): PushProviderName {
  const provider = PUSH_PROVIDER_NAMES.find((known) => known === name);
  if (!provider) throw new ResourceNotFoundError();
  return provider;
}
