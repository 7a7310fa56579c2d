import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import type { DeliveryRoute } from '../../domain/deliveries/due-delivery';
import { DeliveryTurns } from './delivery-turns';

/** Whose quiet hours have changed: those of one App, or of all whose hours follow the time zone of the user. */
interface Sleeper {
  readonly tenantId: string;
  readonly userId: string;
  readonly appId: string | null;
}

/** Found by the user: asked for the status, the planner might read all that is pending in the App. */
const PENDING = `tenant_id = $1 AND user_id = $2 AND settled_at IS NULL AND ($3::uuid IS NULL OR app_id = $3)`;

/** Whoever is about to hold something by the former hours has it locked. */
const LOCK = `SELECT FROM notification_deliveries WHERE ${PENDING} FOR UPDATE`;

const RELEASE = `
  WITH released AS (
    UPDATE notification_deliveries SET is_held = false, available_at = now() WHERE ${PENDING} AND is_held
    RETURNING app_id, route
  )
  SELECT DISTINCT app_id AS "appId", route FROM released ORDER BY app_id, route`;

/** What quiet hours hold back. */
@Injectable()
export class HeldDeliveries {
  constructor(
    private readonly database: Database,
    private readonly turns: DeliveryTurns,
  ) {}

  /** Has everything that is held for somebody looked at again, by the hours that hold by now. */
  async release({ tenantId, userId, appId }: Sleeper): Promise<void> {
    const values = [tenantId, userId, appId];
    await this.database.run(tenantId, async () => {
      await this.database.query(LOCK, values);
      // A statement of its own: it sees what was held while it waited.
      const routes = await this.database.query<{ appId: string; route: DeliveryRoute }>(RELEASE, values);
      // In one order, so that those who add to several routes do not wait for each other in a circle.
      for (const { appId: of, route } of routes) await this.turns.wake({ tenantId, appId: of }, route);
    });
  }
}
