import { Module } from '@nestjs/common';
import { OAuthCallers } from './oauth-callers';
import { ClientTokensController } from './oauth.controller';

@Module({ controllers: [ClientTokensController], providers: [OAuthCallers] })
export class ServiceOAuthModule {}
