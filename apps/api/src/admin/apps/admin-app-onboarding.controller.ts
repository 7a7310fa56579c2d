import { Body, Get, Param, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { AppQueries, OnboardingService, OnboardingStaleError } from '@libs/apps';
import type { AdminSession } from '@libs/iam';
import { type SupportedLocale, ValidationFailedError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminAppAnswers } from './admin-app-answers';
import {
  AdminAppOnboardingPublishRequest,
  AdminAppOnboardingRevisionListQuery,
  AdminAppOnboardingRevisionListResponse,
} from './admin-app-onboarding.dto';
import { AdminAppResponse } from './admin-app-responses.dto';
import { NamedImages } from './named-images';

@AdminController('apps/:app_id/startup/onboarding', 'Apps')
@Records('app')
@Raises(ValidationFailedError)
export class AdminAppOnboardingController {
  constructor(
    private readonly onboarding: OnboardingService,
    private readonly queries: AppQueries,
    private readonly answers: AdminAppAnswers,
    private readonly images: NamedImages,
  ) {}

  @Post('publish')
  @RequiresPermission('apps.publish')
  @ApiOperation({
    summary: 'Publish a new onboarding of an App',
    description:
      'Creates and publishes a revision in one step. A revision never changes. Increments the App’s `lock_version`.',
  })
  @Answers(AdminAppResponse)
  @Raises(OnboardingStaleError)
  async publishAdminAppOnboarding(
    @CurrentAdmin() admin: AdminSession,
    @Param('app_id') appId: string,
    @Body() body: AdminAppOnboardingPublishRequest,
  ) {
    const { expected_version: expectedVersion } = body;
    const { tenantId, userId } = admin;
    const content = body.content();
    await this.images.expectKnown(
      admin,
      content.slides.map(({ imageFileId }, index) => [`slides.${index}.image_file_id`, imageFileId]),
    );
    const app = await this.onboarding.publish(tenantId, appId, expectedVersion, content, userId);
    return this.answers.one(tenantId, app);
  }

  @Get('revisions')
  @RequiresPermission('apps.read')
  @ApiOperation({
    summary: 'List the onboarding revisions of an App',
    description: 'Newest first.',
  })
  @Answers(AdminAppOnboardingRevisionListResponse)
  async listAdminAppOnboardingRevisions(
    @CurrentAdmin() { tenantId }: AdminSession,
    @Param('app_id') appId: string,
    @Query() query: AdminAppOnboardingRevisionListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const revisions = await this.queries.onboardingRevisions(tenantId, appId, query.in(locale));
    return new AdminAppOnboardingRevisionListResponse(query, revisions);
  }
}
