import { Module } from '@nestjs/common';
import { AdminApiClientsModule } from './api-clients/api-clients.module';
import { AdminAppsModule } from './apps/apps.module';
import { AdminArticlesModule } from './articles/articles.module';
import { AdminAuditModule } from './audit/audit.module';
import { AdminAuthModule } from './auth/auth.module';
import { AdminCategoriesModule } from './categories/categories.module';
import { AdminContentModule } from './content/content.module';
import { AdminDashboardModule } from './dashboard/dashboard.module';
import { AdminDictionariesModule } from './dictionaries/dictionaries.module';
import { AdminFilesModule } from './files/files.module';
import { AdminJobsModule } from './jobs/jobs.module';
import { AdminMembersModule } from './members/members.module';
import { AdminNotificationsModule } from './notifications/notifications.module';
import { AdminOrganizationModule } from './organization/organization.module';
import { AdminPushProvidersModule } from './push-providers/push-providers.module';
import { AdminRegionsModule } from './regions/regions.module';
import { AdminReleasesModule } from './releases/releases.module';
import { AdminRolesModule } from './roles/roles.module';
import { AdminSearchModule } from './search/search.module';
import { AdminSettingsModule } from './settings/settings.module';
import { AdminSecurityModule } from './security/security.module';
import { AdminRuntimeModule } from './runtime/runtime.module';
import { AdminTenantsModule } from './tenants/tenants.module';
import { AdminUsersModule } from './users/users.module';
import { AdminWebhooksModule } from './webhooks/webhooks.module';

/** The administrators' surface, one module per folder. */
@Module({
  imports: [
    AdminApiClientsModule,
    AdminAppsModule,
    AdminArticlesModule,
    AdminAuditModule,
    AdminAuthModule,
    AdminCategoriesModule,
    AdminContentModule,
    AdminDashboardModule,
    AdminDictionariesModule,
    AdminFilesModule,
    AdminJobsModule,
    AdminMembersModule,
    AdminNotificationsModule,
    AdminOrganizationModule,
    AdminPushProvidersModule,
    AdminRegionsModule,
    AdminReleasesModule,
    AdminRolesModule,
    AdminSearchModule,
    AdminSettingsModule,
    AdminSecurityModule,
    AdminRuntimeModule,
    AdminTenantsModule,
    AdminUsersModule,
    AdminWebhooksModule,
  ],
})
export class AdminModule {}
