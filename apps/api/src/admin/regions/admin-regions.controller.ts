import { Body, Get, Param, Patch, Query } from '@nestjs/common';
import { ApiOperation, ApiParam } from '@nestjs/swagger';
import { type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { ManagedRegions, RegionsService } from '@libs/regions';
import { Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import {
  AdminRegionListQuery,
  AdminRegionListResponse,
  AdminRegionResponse,
  AdminRegionUpdateRequest,
} from './admin-regions.dto';

const CODE_PARAM = { name: 'code', schema: { type: 'string', maxLength: 32 }, example: '330100' } as const;

@AdminController('regions', 'Admin regions')
@Records('region')
@Raises(ValidationFailedError)
export class AdminRegionsController {
  constructor(
    private readonly regions: RegionsService,
    private readonly managed: ManagedRegions,
  ) {}

  @Get()
  @RequiresPermission('regions.read')
  @ApiOperation({
    summary: 'List all regions',
    description:
      'All regions in the order of their codes, including hidden and retired ones. `q` searches codes, and names in any language.',
  })
  @Answers(AdminRegionListResponse)
  async listAdminRegions(@Query() query: AdminRegionListQuery, @AnswerLocale() locale: SupportedLocale) {
    return new AdminRegionListResponse(query, await this.managed.list(query.filter(), query.in(locale, 'zh-CN')));
  }

  @Get(':code')
  @RequiresPermission('regions.read')
  @ApiOperation({
    summary: 'Get any region',
    description: 'The region as in the data set, with its name override and visibility.',
  })
  @ApiParam(CODE_PARAM)
  @Answers(AdminRegionResponse)
  async getAdminRegion(@Param('code') code: string) {
    return new AdminRegionResponse(await this.managed.get(code));
  }

  @Patch(':code')
  @RequiresPermission('regions.write')
  @ApiOperation({
    summary: 'Rename, hide or show a region',
    description:
      'Requires `lock_version`. The change takes effect for the clients of all tenants within a second; imports of the data set do not overwrite it. The descendants of a hidden region are hidden, too.',
  })
  @ApiParam(CODE_PARAM)
  @Answers(AdminRegionResponse)
  @Raises(VersionConflictError)
  async updateAdminRegion(@Param('code') code: string, @Body() body: AdminRegionUpdateRequest) {
    return new AdminRegionResponse(await this.regions.update(code, body.lock_version, body.changes()));
  }
}
