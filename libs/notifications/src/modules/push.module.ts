import { SealedColumns } from '@libs/foundation';
import { Module } from '@nestjs/common';
import { PushAccessTokens, SEALED_PUSH_TOKENS } from '../infrastructure/push/push-access-tokens';
import { PushDevices } from '../infrastructure/push/push-devices';
import { PushPauses } from '../infrastructure/push/push-pauses';
import { PushProviderStore, SEALED_PUSH_CREDENTIALS } from '../infrastructure/push/push-provider-store';
import { PushRoutes } from '../infrastructure/push/push-routes';

@Module({
  providers: [PushAccessTokens, PushDevices, PushPauses, PushProviderStore, PushRoutes],
  exports: [PushDevices, PushPauses, PushProviderStore, PushRoutes],
})
export class PushModule {
  constructor(sealed: SealedColumns) {
    for (const column of [SEALED_PUSH_CREDENTIALS, SEALED_PUSH_TOKENS]) sealed.register(column);
  }
}
