import { Module } from '@nestjs/common';
import { SealedColumns } from '@libs/foundation';
import { AccessTokens } from '../infrastructure/sessions/access-tokens';
import { DownloadLinks } from '../infrastructure/sessions/download-links';
import { KnownSessions } from '../infrastructure/sessions/known-sessions';
import { NamedTenants } from '../infrastructure/sessions/named-tenants';
import { RefreshTokens, SEALED_REFRESH_ANSWERS } from '../infrastructure/sessions/refresh-tokens';
import { SessionCutoffs } from '../infrastructure/sessions/session-cutoffs';
import { Sessions } from '../infrastructure/sessions/sessions';
import { AdminSessionsService } from '../application/sessions/admin-sessions.service';
import { CutOffSessionsHandler } from '../application/sessions/cut-off-sessions.handler';
import { DeletedAppsHandler } from '../application/sessions/deleted-apps.handler';
import { DownloadLinksService } from '../application/sessions/download-links.service';
import { RefreshAnswers } from '../application/sessions/refresh-answers';
import { SessionEndings } from '../application/sessions/session-endings';
import { SessionsService } from '../application/sessions/sessions.service';
import { AccountsModule } from './accounts.module';
import { HistoryModule } from './history.module';

const PROVIDERS = [
  AccessTokens,
  AdminSessionsService,
  CutOffSessionsHandler,
  DeletedAppsHandler,
  DownloadLinks,
  DownloadLinksService,
  KnownSessions,
  NamedTenants,
  RefreshAnswers,
  RefreshTokens,
  SessionCutoffs,
  SessionEndings,
  Sessions,
  SessionsService,
];

@Module({ imports: [AccountsModule, HistoryModule], providers: PROVIDERS, exports: PROVIDERS })
export class SessionsModule {
  constructor(sealed: SealedColumns) {
    sealed.register(SEALED_REFRESH_ANSWERS);
  }
}
