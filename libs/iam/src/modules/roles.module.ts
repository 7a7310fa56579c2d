import { Module } from '@nestjs/common';
import { RoleHolders } from '../infrastructure/roles/role-holders';
import { RoleStore } from '../infrastructure/roles/role-store';
import { RolesService } from '../application/roles/roles.service';
import { AccountsModule } from './accounts.module';

const PROVIDERS = [RoleHolders, RoleStore, RolesService];

@Module({ imports: [AccountsModule], providers: PROVIDERS, exports: PROVIDERS })
export class RolesModule {}
