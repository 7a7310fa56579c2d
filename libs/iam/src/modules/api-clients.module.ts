import { Module } from '@nestjs/common';
import { AppsModule } from '@libs/apps';
import { ApiClientStore } from '../infrastructure/api-clients/api-client-store';
import { ClientCredentialsCheck } from '../infrastructure/api-clients/client-credentials';
import { ClientFailures } from '../infrastructure/api-clients/client-failures';
import { KnownApiClients } from '../infrastructure/api-clients/known-api-clients';
import { RevokedTokens } from '../infrastructure/api-clients/revoked-tokens';
import { ApiClientsService } from '../application/api-clients/api-clients.service';
import { ClientTokensService } from '../application/api-clients/client-tokens.service';
import { AccountsModule } from './accounts.module';
import { SessionsModule } from './sessions.module';

@Module({
  imports: [AppsModule, AccountsModule, SessionsModule],
  providers: [
    ApiClientsService,
    ApiClientStore,
    ClientCredentialsCheck,
    ClientFailures,
    ClientTokensService,
    KnownApiClients,
    RevokedTokens,
  ],
  exports: [ApiClientsService, ApiClientStore, ClientTokensService, KnownApiClients],
})
export class ApiClientsModule {}
