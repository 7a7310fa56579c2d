import type { OperationId } from './api/operations';

export interface ScreenRow {
  /** Below `/console/`. */
  readonly path: string;
  /** `<folder of the screen>.<which>`: its texts are those of the folder, its title is `<folder>.titles.<which>`. */
  readonly name: `${string}.${string}`;
  /** What fills the screen: whoever may not do it is told so. Null where everybody who is signed in may. */
  readonly operation: OperationId | null;
  readonly screen: () => Promise<unknown>;
  /** Another folder whose texts the screen reads. */
  readonly texts?: string;
}

export const ROUTES: readonly ScreenRow[] = [
  { path: '', name: 'start.home', operation: null, screen: () => import('./screens/start/Start.vue') },
  {
    path: 'profile',
    name: 'profile.own',
    operation: 'getAdminProfile',
    screen: () => import('./screens/profile/Profile.vue'),
  },
  {
    path: 'apps',
    name: 'apps.list',
    operation: 'listAdminApps',
    screen: () => import('./screens/apps/AppList.vue'),
  },
  {
    path: 'apps/new',
    name: 'apps.new',
    operation: 'createAdminApp',
    screen: () => import('./screens/apps/AppNew.vue'),
  },
  {
    path: 'apps/:app_id/settings',
    name: 'apps.settings',
    operation: 'getAdminApp',
    screen: () => import('./screens/apps/AppSettings.vue'),
  },
  {
    path: 'apps/:app_id/onboarding',
    name: 'onboarding.edit',
    operation: 'listAdminAppOnboardingRevisions',
    screen: () => import('./screens/onboarding/OnboardingEdit.vue'),
  },
  {
    path: 'apps/:app_id/releases',
    name: 'releases.list',
    operation: 'listAdminMobileReleases',
    screen: () => import('./screens/releases/ReleaseList.vue'),
  },
  {
    path: 'apps/:app_id/releases/new',
    name: 'releases.new',
    operation: 'createAdminMobileRelease',
    screen: () => import('./screens/releases/ReleaseEdit.vue'),
  },
  {
    path: 'apps/:app_id/releases/explain',
    name: 'releases.explain',
    operation: 'explainAdminMobileReleases',
    screen: () => import('./screens/releases/Explain.vue'),
  },
  {
    path: 'apps/:app_id/releases/:id',
    name: 'releases.record',
    operation: 'getAdminMobileRelease',
    screen: () => import('./screens/releases/ReleaseEdit.vue'),
  },
  {
    path: 'apps/:app_id',
    name: 'overview.app',
    operation: 'getAdminApp',
    screen: () => import('./screens/overview/Overview.vue'),
  },
  {
    path: 'apps/:app_id/pages',
    name: 'pages.list',
    operation: 'listAdminPages',
    screen: () => import('./screens/pages/PageList.vue'),
  },
  {
    // Not below `pages/`, where it would be in the way of a page with the slug `new`.
    path: 'apps/:app_id/new-page',
    name: 'pages.new',
    operation: 'createAdminPage',
    screen: () => import('./screens/pages/PageNew.vue'),
  },
  {
    path: 'apps/:app_id/pages/:id',
    name: 'pages.record',
    operation: 'getAdminPage',
    screen: () => import('./screens/pages/PageEdit.vue'),
  },
  {
    path: 'apps/:app_id/legal',
    name: 'legal.list',
    operation: 'listAdminLegalDocuments',
    screen: () => import('./screens/legal/LegalList.vue'),
    texts: 'screens/pages',
  },
  {
    path: 'apps/:app_id/legal/:id',
    name: 'legal.record',
    operation: 'getAdminLegalDocument',
    screen: () => import('./screens/legal/LegalEdit.vue'),
    texts: 'screens/pages',
  },
  {
    path: 'apps/:app_id/articles',
    name: 'articles.list',
    operation: 'listAdminArticles',
    screen: () => import('./screens/articles/ArticleList.vue'),
  },
  {
    path: 'apps/:app_id/articles/new',
    name: 'articles.new',
    operation: 'createAdminArticle',
    screen: () => import('./screens/articles/ArticleEdit.vue'),
  },
  {
    path: 'apps/:app_id/articles/:id',
    name: 'articles.record',
    operation: 'getAdminArticle',
    screen: () => import('./screens/articles/ArticleEdit.vue'),
  },
  {
    path: 'apps/:app_id/categories',
    name: 'categories.list',
    operation: 'listAdminContentCategories',
    screen: () => import('./screens/categories/CategoryList.vue'),
  },
  {
    path: 'apps/:app_id/categories/new',
    name: 'categories.new',
    operation: 'createAdminContentCategory',
    screen: () => import('./screens/categories/CategoryEdit.vue'),
  },
  {
    path: 'apps/:app_id/categories/:id',
    name: 'categories.record',
    operation: 'getAdminContentCategory',
    screen: () => import('./screens/categories/CategoryEdit.vue'),
  },
  {
    path: 'dictionaries',
    name: 'dictionaries.list',
    operation: 'listAdminDictionaries',
    screen: () => import('./screens/dictionaries/DictionaryList.vue'),
  },
  {
    path: 'dictionaries/new',
    name: 'dictionaries.new',
    operation: 'createAdminDictionary',
    screen: () => import('./screens/dictionaries/DictionaryEdit.vue'),
  },
  {
    path: 'dictionaries/:id',
    name: 'dictionaries.record',
    operation: 'getAdminDictionary',
    screen: () => import('./screens/dictionaries/DictionaryEdit.vue'),
  },
  {
    path: 'administrators',
    name: 'administrators.list',
    operation: 'listAdminUsers',
    screen: () => import('./screens/administrators/AdministratorList.vue'),
  },
  {
    path: 'administrators/new',
    name: 'administrators.new',
    operation: 'inviteAdminUser',
    screen: () => import('./screens/administrators/AdministratorNew.vue'),
  },
  {
    path: 'administrators/:id',
    name: 'administrators.record',
    operation: 'getAdminUser',
    screen: () => import('./screens/administrators/AdministratorRecord.vue'),
  },
  {
    path: 'roles',
    name: 'roles.list',
    operation: 'listAdminRoles',
    screen: () => import('./screens/roles/RoleList.vue'),
  },
  {
    // Not below `roles/`, where it would be in the way of a role with the code `new`.
    path: 'new-role',
    name: 'roles.new',
    operation: 'createAdminRole',
    screen: () => import('./screens/roles/RoleEdit.vue'),
  },
  {
    path: 'roles/:id',
    name: 'roles.record',
    operation: 'getAdminRole',
    screen: () => import('./screens/roles/RoleEdit.vue'),
  },
  {
    path: 'organization',
    name: 'organization.list',
    operation: 'listAdminOrganizationUnits',
    screen: () => import('./screens/organization/UnitList.vue'),
  },
  {
    path: 'organization/new',
    name: 'organization.new',
    operation: 'createAdminOrganizationUnit',
    screen: () => import('./screens/organization/UnitEdit.vue'),
  },
  {
    path: 'organization/:id',
    name: 'organization.record',
    operation: 'getAdminOrganizationUnit',
    screen: () => import('./screens/organization/UnitEdit.vue'),
  },
  {
    path: 'files',
    name: 'files.list',
    operation: 'listAdminFiles',
    screen: () => import('./screens/files/FileList.vue'),
  },
  {
    path: 'files/:id',
    name: 'files.record',
    operation: 'getAdminFile',
    screen: () => import('./screens/files/FileRecord.vue'),
  },
  {
    path: 'tenants',
    name: 'tenants.list',
    operation: 'listAdminTenants',
    screen: () => import('./screens/tenants/TenantList.vue'),
  },
  {
    path: 'tenants/new',
    name: 'tenants.new',
    operation: 'createAdminTenant',
    screen: () => import('./screens/tenants/TenantNew.vue'),
  },
  {
    path: 'tenants/:id',
    name: 'tenants.record',
    operation: 'getAdminTenant',
    screen: () => import('./screens/tenants/TenantRecord.vue'),
  },
];
