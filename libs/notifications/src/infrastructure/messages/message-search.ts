import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { type FoundThing, type FoundThings, type ResourceSearch, searchEach, type SearchQuestion } from '@libs/kernel';
import type { MessageKind } from '../../domain/messages/message-settings';

const SELECT = `
  SELECT m.id, m.app_id AS "appId", m.title, m.status AS subtitle
    FROM find_texts($5, $2, $3, $4) f JOIN notification_messages m ON m.tenant_id = $1 AND m.id = f.id
   ORDER BY f.place`;

/** Notices and messages by their titles, in any language. */
@Injectable()
export class MessageSearch implements ResourceSearch<MessageKind> {
  constructor(private readonly database: Database) {}

  search(
    kinds: readonly MessageKind[],
    { tenantId, appIds, text, limit }: SearchQuestion,
  ): Promise<FoundThings<MessageKind>> {
    return searchEach(kinds, (kind) => {
      const values = [tenantId, appIds, text, limit, kind];
      return this.database.readRecent<FoundThing & Record<string, unknown>>(tenantId, SELECT, values);
    });
  }
}
