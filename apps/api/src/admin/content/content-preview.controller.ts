import { Body, Inject, Post, Req, UseGuards } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { BodyPreviews, PreviewLinks } from '@libs/content';
import { CONFIG, type Config } from '@libs/foundation';
import { ValidationFailedError } from '@libs/kernel';
import { RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { baseUrlFor } from '../../http/request/base-url';
import type { ApiRequest } from '../../http/request/request';
import { IgnoresIdempotencyKey } from '../../idempotency/idempotency.interceptor';
import { ContentPreviewRateLimitGuard } from '../../rate-limits/rate-limit.guards';
import { PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminContentPreviewRequest, AdminContentPreviewResponse } from './content-preview.dto';
import { contentScope } from './content-scope';

@AdminController('apps/:app_id/content/preview', 'Content')
export class ContentPreviewController {
  constructor(
    private readonly previews: BodyPreviews,
    private readonly links: PreviewLinks,
    @Inject(CONFIG) private readonly config: Config,
  ) {}

  @Post()
  @UseGuards(ContentPreviewRateLimitGuard)
  // To render a text again does no harm, and no answer that shows a draft is kept.
  @IgnoresIdempotencyKey()
  @RequiresPermission('content.preview', { changesNothing: true })
  @ApiOperation({
    summary: 'See a text as publishing it would make it',
    description:
      'For pages, legal documents and articles. Nothing is stored, and nothing is recorded in the audit log of one’s own tenant. A text that is too expensive to render is refused, as it is when it is saved. Pictures that the text could not have are left out; those that it has are loaded from the address at which this request was sent, while the App is enabled. At most 30 requests a minute for each user.',
  })
  @Answers(AdminContentPreviewResponse)
  @Raises(ValidationFailedError)
  async previewAdminContent(
    @PathApp() app: ManagedApp,
    @Body() body: AdminContentPreviewRequest,
    @Req() request: ApiRequest,
  ) {
    const pictureUrl = this.links.pictureUrlsFor(app.id, baseUrlFor(request, this.config.publicBaseUrl));
    return new AdminContentPreviewResponse(await this.previews.render(contentScope(app), body.values(), pictureUrl));
  }
}
