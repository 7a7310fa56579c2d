import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import type { ManagedApp } from '@libs/apps';
import {
  CategoriesService,
  CategoryInUseError,
  CategoryLimitError,
  ManagedCategories,
  MAX_CATEGORIES,
  MAX_CATEGORY_LEVELS,
} from '@libs/content';
import { ResourceConflictError, type SupportedLocale, ValidationFailedError, VersionConflictError } from '@libs/kernel';
import { RequiresPermission, Records } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, PathApp } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { LockVersionQuery } from '../common/admin-requests.dto';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { contentScope } from '../content/content-scope';
import {
  AdminContentCategoryListQuery,
  AdminContentCategoryListResponse,
  AdminContentCategoryRequest,
  AdminContentCategoryResponse,
  AdminContentCategoryUpdateRequest,
} from './admin-categories.dto';

@AdminController('apps/:app_id/content/categories', 'Content articles')
@Records('category')
@Raises(ValidationFailedError)
export class AdminCategoriesController {
  constructor(
    private readonly categories: CategoriesService,
    private readonly managed: ManagedCategories,
  ) {}

  @Get()
  @RequiresPermission('categories.read')
  @ApiOperation({
    summary: 'List the categories of an App',
    description: 'Newest first. `q` searches slugs, and names in any language.',
  })
  @Answers(AdminContentCategoryListResponse)
  async listAdminContentCategories(
    @PathApp() app: ManagedApp,
    @Query() query: AdminContentCategoryListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, status } = query;
    const found = await this.managed.list(contentScope(app), { q, status }, query.in(locale, app.defaultLocale));
    return new AdminContentCategoryListResponse(query, found);
  }

  @Post()
  @RequiresPermission('categories.write')
  @ApiOperation({
    summary: 'Create a category',
    description: `An App has at most ${MAX_CATEGORIES}, on at most ${MAX_CATEGORY_LEVELS} levels. A slug that another category of the App has is refused.`,
  })
  @Answers(AdminContentCategoryResponse, { status: 201 })
  @Raises(ResourceConflictError, CategoryLimitError)
  async createAdminContentCategory(@PathApp() app: ManagedApp, @Body() body: AdminContentCategoryRequest) {
    return new AdminContentCategoryResponse(await this.categories.create(contentScope(app), body.values()));
  }

  @Get(':id')
  @RequiresPermission('categories.read')
  @ApiOperation({
    summary: 'Get a category',
    description: 'The category with its name in all languages, in any status.',
  })
  @Answers(AdminContentCategoryResponse)
  async getAdminContentCategory(@PathApp() app: ManagedApp, @Param('id') id: string) {
    return new AdminContentCategoryResponse(await this.managed.get(contentScope(app), id));
  }

  @Patch(':id')
  @RequiresPermission('categories.write')
  @ApiOperation({
    summary: 'Change a category',
    description:
      'An absent field keeps its value; null moves the category to the first level, or resets its order or status. Its descendants move with it. The new parent can be neither the category itself nor a descendant, and no category may exceed the maximum level.',
  })
  @Answers(AdminContentCategoryResponse)
  @Raises(VersionConflictError, ResourceConflictError)
  async updateAdminContentCategory(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Body() body: AdminContentCategoryUpdateRequest,
  ) {
    const category = await this.categories.update(contentScope(app), id, body.lock_version, body.changes());
    return new AdminContentCategoryResponse(category);
  }

  @Delete(':id')
  @RequiresPermission('categories.delete')
  @ApiOperation({
    summary: 'Delete a category that is not used',
    description:
      'The category may contain neither categories nor articles. An article whose working copy was moved to another category still counts until it is published again. The slug can be used again.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError, CategoryInUseError)
  async deleteAdminContentCategory(
    @PathApp() app: ManagedApp,
    @Param('id') id: string,
    @Query() query: LockVersionQuery,
  ) {
    await this.categories.delete(contentScope(app), id, query.lock_version);
    return new AdminDeleteResponse(id);
  }
}
