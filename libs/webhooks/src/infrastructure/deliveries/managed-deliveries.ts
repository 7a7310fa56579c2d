import { Injectable } from '@nestjs/common';
import { columnsIn, Cursors, Database } from '@libs/foundation';
import { isUuid, ValidationFailedError } from '@libs/kernel';
import { type DeliveryStatus, type ManagedDelivery, managedDelivery } from '../../domain/deliveries/delivery';

export interface DeliveryFilter {
  readonly status?: DeliveryStatus | undefined;
  readonly eventType?: string | undefined;
}

export interface DeliveryPage {
  readonly items: readonly ManagedDelivery[];
  readonly nextCursor: string | null;
}

/** Follows every id. */
const TOP = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

@Injectable()
export class ManagedDeliveries {
  constructor(
    private readonly database: Database,
    private readonly cursors: Cursors,
  ) {}

  /** Newest first. @throws ValidationFailedError if the cursor is not from this list. */
  async page(
    tenantId: string,
    endpointId: string,
    { status, eventType }: DeliveryFilter,
    { limit, cursor }: { readonly limit: number; readonly cursor?: string | undefined },
  ): Promise<DeliveryPage> {
    const list = ['webhook deliveries', tenantId, endpointId, status ?? '', eventType ?? ''];
    const before = cursor === undefined ? TOP : this.positionOf(list, cursor);
    const rows = await this.database.read<ManagedDelivery & Record<string, unknown>>(
      tenantId,
      // By its name in the statement, as the few that did not succeed have an index of their own.
      `SELECT ${columnsIn(managedDelivery)} FROM webhook_deliveries
        WHERE tenant_id = $1 AND endpoint_id = $2 AND id < $3 AND ($4::text IS NULL OR event_type = $4)
          ${status ? `AND status = '${status}'` : ''}
        ORDER BY id DESC LIMIT $5`,
      [tenantId, endpointId, before, eventType, limit + 1],
    );
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    return { items, nextCursor: last && rows.length > limit ? this.cursors.encode(list, [last.id]) : null };
  }

  private positionOf(list: readonly string[], cursor: string): string {
    const [id] = this.cursors.decode(list, cursor);
    if (!isUuid(id)) throw ValidationFailedError.of('cursor', 'invalid');
    return id;
  }
}
