import { Module } from '@nestjs/common';
import { AdminAccountController } from './admin-account.controller';
import { AdminMfaController } from './admin-mfa.controller';
import { AdminSignInController } from './admin-sign-in.controller';

@Module({ controllers: [AdminSignInController, AdminAccountController, AdminMfaController] })
export class AdminAuthModule {}
