import { Injectable } from '@nestjs/common';
import { Database } from '@libs/foundation';
import { newId, Outbox } from '@libs/kernel';
import { DeliveriesDue } from '../../domain/deliveries/delivery.events';
import type { DeliveryRoute } from '../../domain/deliveries/due-delivery';
import type { NotificationScope } from '../../domain/notification-scope';

interface TurnRow {
  turn: string | null;
  turn_at: Date | null;
  held_until: Date | null;
  now: Date;
}

interface LostRoute extends NotificationScope {
  readonly id: string;
  readonly route: DeliveryRoute;
}

/** Retries are due at times of their own: so many of them share a turn. */
const MIN_PAUSE_MS = 5_000;
/** A turn lasts some seconds, so one that was due so long ago has no message any more. */
const LOST_AFTER_MS = 10 * 60_000;
const SWEEP_TURNS = 200;

const OF_ROUTE = 'tenant_id = $1 AND app_id = $2 AND route = $3';

/**
 * Shared: many add deliveries to a route at once. As long as one of them has not committed, the turn that is coming
 * cannot end, as that takes the row for itself.
 */
const COMING = `
  SELECT FROM notification_delivery_turns
   WHERE ${OF_ROUTE} AND turn_at <= greatest(clock_timestamp(), held_until) FOR SHARE`;

/** Whether anything is due is asked route by route: a join would read all that is due of all of them. */
const LOST = `
  SELECT t.tenant_id AS "tenantId", t.app_id AS "appId", t.route, t.app_id || '.' || t.route AS id
    FROM notification_delivery_turns t
   WHERE (t.turn IS NULL OR t.turn_at < now() - interval '${LOST_AFTER_MS} milliseconds')
     AND (t.held_until IS NULL OR t.held_until <= now())
     AND ($1::uuid IS NULL OR (t.tenant_id, t.app_id, t.route) > ($1::uuid, $2::uuid, $3::text))
     AND (SELECT d.available_at FROM notification_deliveries d
           WHERE d.tenant_id = t.tenant_id AND d.app_id = t.app_id AND d.route = t.route AND d.status = 'pending'
           ORDER BY d.available_at LIMIT 1) <= now()
   ORDER BY t.tenant_id, t.app_id, t.route LIMIT ${SWEEP_TURNS}`;

/**
 * Sees to it that what is due by a route is sent, by one message of the outbox at a time. The row of the route names
 * that message, its turn. Another one, such as one that waits for the end of quiet hours when something is to be sent
 * now, is taken back, or finds that it is no longer its turn.
 */
@Injectable()
export class DeliveryTurns {
  constructor(
    private readonly database: Database,
    private readonly outbox: Outbox,
  ) {}

  /** In the transaction that adds deliveries, or lets them be sent again. */
  async wake(scope: NotificationScope, route: DeliveryRoute): Promise<void> {
    const values = [scope.tenantId, scope.appId, route];
    if ((await this.database.query(COMING, values)).length > 0) return;
    await this.database.query(
      'INSERT INTO notification_delivery_turns (tenant_id, app_id, route) VALUES ($1, $2, $3) ON CONFLICT DO NOTHING',
      values,
    );
    const row = await this.lock(values);
    const from = row.held_until !== null && row.held_until > row.now ? row.held_until : row.now;
    if (row.turn_at === null || row.turn_at > from) await this.give(scope, route, from, row);
  }

  /** Whether it is the turn of this message: not if it comes a second time, or was replaced. */
  async isTurnOf(scope: NotificationScope, route: DeliveryRoute, turn: string): Promise<boolean> {
    const [row] = await this.database.read<{ turn: string | null }>(
      scope.tenantId,
      `SELECT turn FROM notification_delivery_turns WHERE ${OF_ROUTE}`,
      [scope.tenantId, scope.appId, route],
    );
    return row?.turn === turn;
  }

  /**
   * Ends a turn. If anything is left, another one follows when it is due.
   *
   * @param heldSeconds for how long the route is to be left alone.
   */
  async end(scope: NotificationScope, route: DeliveryRoute, turn: string, heldSeconds = 0): Promise<void> {
    const values = [scope.tenantId, scope.appId, route];
    await this.database.run(scope.tenantId, async () => {
      const row = await this.lock(values);
      if (row.turn !== turn) return;
      // Asked behind the lock: whoever added something has committed, or waits and finds no turn.
      const [left] = await this.database.query<{ due_at: Date | null }>(
        `SELECT min(available_at) AS due_at FROM notification_deliveries WHERE ${OF_ROUTE} AND status = 'pending'`,
        values,
      );
      const heldUntil = new Date(row.now.getTime() + heldSeconds * 1_000);
      await this.database.query(
        `UPDATE notification_delivery_turns SET turn = NULL, turn_at = NULL, held_until = $4 WHERE ${OF_ROUTE}`,
        [...values, heldSeconds > 0 ? heldUntil : null],
      );
      const dueAt = left?.due_at;
      if (!dueAt) return;
      const inAWhile = new Date(Math.max(dueAt.getTime(), row.now.getTime() + MIN_PAUSE_MS));
      const next = dueAt <= row.now ? row.now : inAWhile;
      await this.give(scope, route, heldUntil > next ? heldUntil : next, { turn: null, turn_at: null });
    });
  }

  /** Lets everything leave that waits for the providers of an App, in the current transaction. */
  async release(scope: NotificationScope): Promise<void> {
    const routes = await this.database.query<{ route: DeliveryRoute }>(
      `UPDATE notification_delivery_turns SET held_until = NULL
        WHERE tenant_id = $1 AND app_id = $2 AND route <> 'email' RETURNING route`,
      [scope.tenantId, scope.appId],
    );
    for (const { route } of routes.toSorted((a, b) => (a.route < b.route ? -1 : 1))) await this.wake(scope, route);
  }

  /** Routes whose message was lost. */
  async lost(position: string | null) {
    const from = position === null ? [null, null, null] : position.split(' ');
    const items = await this.database.readAsSystem<LostRoute & Record<string, unknown>>(LOST, from);
    const last = items.at(-1);
    const end = last && `${last.tenantId} ${last.appId} ${last.route}`;
    return { items, full: items.length === SWEEP_TURNS, position: end };
  }

  /** Gives the route another turn, if it still has none. */
  restore({ tenantId, appId, route }: LostRoute): Promise<void> {
    return this.database.run(tenantId, async () => {
      const row = await this.lock([tenantId, appId, route]);
      const isLost = row.turn_at === null || row.now.getTime() - row.turn_at.getTime() > LOST_AFTER_MS;
      // In its place in line: it may only be late, as many others were before it.
      if (isLost) await this.give({ tenantId, appId }, route, row.turn_at ?? row.now, row);
    });
  }

  private async lock(values: readonly unknown[]): Promise<TurnRow> {
    const [row] = await this.database.query<TurnRow & Record<string, unknown>>(
      `SELECT turn, turn_at, held_until, clock_timestamp() AS now
         FROM notification_delivery_turns WHERE ${OF_ROUTE} FOR UPDATE`,
      [...values],
    );
    return row ?? { turn: null, turn_at: null, held_until: null, now: new Date(0) };
  }

  /** Behind the lock. @param before the row so far, whose turn is replaced. */
  private async give(
    scope: NotificationScope,
    route: DeliveryRoute,
    at: Date,
    before: Pick<TurnRow, 'turn' | 'turn_at'>,
  ): Promise<void> {
    if (before.turn !== null && before.turn_at !== null) {
      await this.outbox.withdraw(new DeliveriesDue(scope, route, before.turn, before.turn_at));
    }
    const turn = newId();
    await this.database.query(`UPDATE notification_delivery_turns SET turn = $4, turn_at = $5 WHERE ${OF_ROUTE}`, [
      scope.tenantId,
      scope.appId,
      route,
      turn,
      at,
    ]);
    await this.outbox.add(new DeliveriesDue(scope, route, turn, at));
  }
}
