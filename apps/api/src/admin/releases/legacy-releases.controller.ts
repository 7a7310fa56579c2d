import { Get, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers } from '../../http/answers/answers';
import { Opaque } from '../../http/fields/fields';
import { PathApp } from '../../surfaces/parameters';
import { HeaderAppAdminController } from '../../surfaces/surfaces';
import { AdminMobileReleaseListResponse } from './admin-release-responses.dto';
import { ReleaseHandlers } from './release-handlers';

/** A list without paging still needs a limit. */
const MAX_LISTED = 500;

const IGNORED = { optional: true, description: 'Ignored: the list comes whole' } as const;

/** What clients of the older path may send. */
class LegacyReleaseListQuery {
  @Opaque(IGNORED)
  readonly page?: string;

  @Opaque(IGNORED)
  readonly page_size?: string;
}

/** The same routes under an older path, on which X-AppID names the App. */
@HeaderAppAdminController('mobile/releases', 'Releases')
@Records('release')
export class LegacyReleasesController extends ReleaseHandlers {
  @Get()
  @RequiresPermission('releases.read')
  @ApiOperation({
    summary: 'List the newest releases of the App in X-AppID',
    description: `Newest first, ${MAX_LISTED} at most, without paging.`,
  })
  @Answers(AdminMobileReleaseListResponse)
  async listLegacyMobileReleases(@PathApp() { tenantId, id: appId }: ManagedApp, @Query() _: LegacyReleaseListQuery) {
    return new AdminMobileReleaseListResponse(await this.queries.newest(tenantId, appId, MAX_LISTED));
  }
}
