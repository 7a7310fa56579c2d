import { Module } from '@nestjs/common';
import { ClientTokensController } from './oauth.controller';

@Module({ controllers: [ClientTokensController] })
export class ServiceOAuthModule {}
