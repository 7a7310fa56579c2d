import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';

/** A user's consents, for the export of all data stored about the user. */
@Injectable()
export class PersonalConsents implements OnModuleInit {
  constructor(
    private readonly personalData: PersonalData,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.personalData.register({ name: 'consents', read: (tenantId, userId) => this.read(tenantId, userId) });
  }

  private async *read(tenantId: string, userId: string): AsyncGenerator<object[], void, void> {
    yield await this.database.read(
      tenantId,
      `SELECT app_id, document_type, revision_hash, accepted_at FROM legal_consents
        WHERE tenant_id = $1 AND user_id = $2 ORDER BY accepted_at, app_id, document_type, revision_hash`,
      [tenantId, userId],
    );
  }
}
