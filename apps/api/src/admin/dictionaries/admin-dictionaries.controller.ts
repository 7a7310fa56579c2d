import { Body, Delete, Get, Param, Patch, Post, Query } from '@nestjs/common';
import { ApiOperation } from '@nestjs/swagger';
import { DictionariesService, DictionaryLimitError, ManagedDictionaries, MAX_DICTIONARIES } from '@libs/content';
import { type AdminSession, AppsLimitedError, expectNamedApp, expectOfApps } from '@libs/iam';
import {
  ResourceConflictError,
  ResourceImmutableFieldError,
  type SupportedLocale,
  ValidationFailedError,
  VersionConflictError,
} from '@libs/kernel';
import { KeepsToApps, Records, RequiresPermission } from '../../auth/admin-access';
import { Answers, Raises } from '../../http/answers/answers';
import { AnswerLocale, CurrentAdmin } from '../../surfaces/parameters';
import { AdminController } from '../../surfaces/surfaces';
import { AdminDeleteResponse } from '../common/admin-responses.dto';
import { LockVersionQuery } from '../common/admin-requests.dto';
import { AdminDictionaryListQuery, AdminDictionaryRequest } from './admin-dictionary-requests.dto';
import { AdminDictionaryListResponse, AdminDictionaryResponse } from './admin-dictionary-responses.dto';
import { DictionaryEditors } from './dictionary-editors';

@AdminController('dictionaries', 'Admin dictionaries')
@Records('dictionary')
@Raises(ValidationFailedError)
export class AdminDictionariesController {
  constructor(
    private readonly dictionaries: DictionariesService,
    private readonly managed: ManagedDictionaries,
    private readonly editors: DictionaryEditors,
  ) {}

  @Get()
  @KeepsToApps()
  @RequiresPermission('dictionaries.read')
  @ApiOperation({
    summary: 'List the dictionaries of the tenant and the global ones',
    description: 'Newest first, without their items. `q` searches codes, and names in any language.',
  })
  @Answers(AdminDictionaryListResponse)
  async listAdminDictionaries(
    @CurrentAdmin() { tenantId, appIds }: AdminSession,
    @Query() query: AdminDictionaryListQuery,
    @AnswerLocale() locale: SupportedLocale,
  ) {
    const { q, scope, app_id: appId, status } = query;
    const found = await this.managed.list(tenantId, { q, scope, appId, status, appIds }, query.in(locale));
    return new AdminDictionaryListResponse(query, found);
  }

  @Post()
  @KeepsToApps()
  @RequiresPermission('dictionaries.write')
  @ApiOperation({
    summary: 'Create a dictionary',
    description: `Requires \`code\`, \`name\`, \`scope\` and, for the scope app, \`app_id\`; takes no \`lock_version\`. The scope global also requires the permission \`dictionaries.global\`. An App, a tenant itself and the global scope have at most ${MAX_DICTIONARIES} each.`,
  })
  @Answers(AdminDictionaryResponse, { status: 201 })
  @Raises(AppsLimitedError, ResourceConflictError, DictionaryLimitError)
  async createAdminDictionary(@CurrentAdmin() admin: AdminSession, @Body() body: AdminDictionaryRequest) {
    const dictionary = body.values();
    expectNamedApp(admin, dictionary.appId);
    return new AdminDictionaryResponse(await this.dictionaries.create(this.editors.of(admin), dictionary));
  }

  @Get(':id')
  @KeepsToApps()
  @RequiresPermission('dictionaries.read')
  @ApiOperation({
    summary: 'Get a dictionary',
    description:
      'The dictionary with all its items, in all languages. Global dictionaries can be read in every tenant.',
  })
  @Answers(AdminDictionaryResponse)
  async getAdminDictionary(@CurrentAdmin() admin: AdminSession, @Param('id') id: string) {
    const dictionary = await this.managed.get(admin.tenantId, id);
    expectOfApps(admin, dictionary.appId);
    return new AdminDictionaryResponse(dictionary);
  }

  @Patch(':id')
  @KeepsToApps()
  @RequiresPermission('dictionaries.write')
  @ApiOperation({
    summary: 'Change a dictionary',
    description:
      'Requires `lock_version`. An absent field keeps its value, null resets it to that of a new dictionary; texts and lists are replaced as a whole. A global dictionary also requires the permission `dictionaries.global`.',
  })
  @Answers(AdminDictionaryResponse)
  @Raises(VersionConflictError, ResourceImmutableFieldError)
  async updateAdminDictionary(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Body() body: AdminDictionaryRequest,
  ) {
    const lockVersion = body.expectedVersion();
    await this.expectOfApps(admin, id);
    return new AdminDictionaryResponse(
      await this.dictionaries.update(this.editors.of(admin), id, lockVersion, body.changes()),
    );
  }

  @Delete(':id')
  @KeepsToApps()
  @RequiresPermission('dictionaries.delete')
  @ApiOperation({
    summary: 'Delete a dictionary',
    description:
      'Within a second clients get the next less specific dictionary with the same code (App, tenant, global), if there is one. A global dictionary also requires the permission `dictionaries.global`.',
  })
  @Answers(AdminDeleteResponse)
  @Raises(VersionConflictError)
  async deleteAdminDictionary(
    @CurrentAdmin() admin: AdminSession,
    @Param('id') id: string,
    @Query() query: LockVersionQuery,
  ) {
    await this.expectOfApps(admin, id);
    await this.dictionaries.delete(this.editors.of(admin), id, query.lock_version);
    return new AdminDeleteResponse(id);
  }

  /** The App of a dictionary never changes. @throws ResourceNotFoundError */
  private async expectOfApps(admin: AdminSession, id: string): Promise<void> {
    if (admin.appIds !== null) expectOfApps(admin, (await this.managed.get(admin.tenantId, id)).appId);
  }
}
