import { Module } from '@nestjs/common';
import { AdminAppsModule } from './apps/admin-apps.module';
import { AdminAuditModule } from './audit/admin-audit.module';
import { AdminAuthModule } from './auth/admin-auth.module';
import { AdminContentModule } from './content/admin-content.module';
import { AdminFilesModule } from './files/admin-files.module';
import { AdminMembersModule } from './members/admin-members.module';
import { AdminReleasesModule } from './releases/admin-releases.module';
import { AdminRolesModule } from './roles/admin-roles.module';
import { AdminTenantsModule } from './tenants/admin-tenants.module';
import { AdminUsersModule } from './users/admin-users.module';

/** The administrators' surface, an area a module. */
@Module({
  imports: [
    AdminAppsModule,
    AdminAuditModule,
    AdminAuthModule,
    AdminContentModule,
    AdminFilesModule,
    AdminMembersModule,
    AdminReleasesModule,
    AdminRolesModule,
    AdminTenantsModule,
    AdminUsersModule,
  ],
})
export class AdminModule {}
