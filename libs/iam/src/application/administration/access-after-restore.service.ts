import { Injectable } from '@nestjs/common';
import { type EndedAccess, RestoredAccess } from '../../infrastructure/administration/restored-access';
import { SessionEndings } from '../sessions/session-endings';

const REASON = 'backup_restored';

/** The access of a tenant after its data were restored from a backup. */
@Injectable()
export class AccessAfterRestoreService {
  constructor(
    private readonly access: RestoredAccess,
    private readonly endings: SessionEndings,
  ) {}

  /** Ends all of it, and tells once of the sessions. In the current transaction. */
  async end(tenantId: string): Promise<EndedAccess> {
    const ended = await this.access.end(tenantId, REASON);
    await this.endings.announce({ tenantId, appId: null, userId: null }, ended.sessions, REASON);
    return ended;
  }
}
