import { Injectable, type OnModuleInit } from '@nestjs/common';
import { Database, PersonalData } from '@libs/foundation';
import { NIL_UUID } from '@libs/kernel';

const BATCH = 1_000;

const READS = `
  SELECT d.app_id, d.article_id, d.day::text AS date
    FROM content_article_readers r
    JOIN content_article_reader_days d
      ON d.tenant_id = r.tenant_id AND d.app_id = r.app_id AND d.block = r.number / 512
   WHERE r.tenant_id = $1 AND r.user_id = $2 AND get_bit(d.readers, r.number % 512) = 1
     AND (d.app_id, d.day, d.article_id) > ($3::uuid, $4::date, $5::uuid)
   ORDER BY d.app_id, d.day, d.article_id LIMIT ${BATCH}`;

interface Read {
  readonly app_id: string;
  readonly article_id: string;
  readonly date: string;
}

/** On which days a user read which articles, for the export of all data stored about the user. */
@Injectable()
export class PersonalReads implements OnModuleInit {
  constructor(
    private readonly personalData: PersonalData,
    private readonly database: Database,
  ) {}

  onModuleInit(): void {
    this.personalData.register({ name: 'article_reads', read: (tenantId, userId) => this.read(tenantId, userId) });
  }

  private async *read(tenantId: string, userId: string): AsyncGenerator<object[], void, void> {
    let place: Read = { app_id: NIL_UUID, article_id: NIL_UUID, date: '0001-01-01' };
    for (;;) {
      const values = [tenantId, userId, place.app_id, place.date, place.article_id];
      const reads = await this.database.read<Read & Record<string, unknown>>(tenantId, READS, values);
      yield reads;
      const last = reads.at(-1);
      if (!last || reads.length < BATCH) return;
      place = last;
    }
  }
}
