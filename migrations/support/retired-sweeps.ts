/**
 * Sweeps of the version before that name rows by their place in a table, which is not unique across partitions. One of
 * them that ran once there are two would delete rows of the other, so they have other names since.
 */
const RETIRED = {
  'outbox.completed': 'outbox.completed_messages',
  'outbox.dead': 'outbox.dead_messages',
  'webhooks.deliveries': 'webhooks.old_deliveries',
  'webhooks.events': 'webhooks.old_events',
  'notifications.old_deliveries': 'notifications.overdue_deliveries',
  'notifications.settled_deliveries': 'notifications.expired_deliveries',
  'iam.security_events': 'iam.expired_security_events',
} as const;

const listed = (names: readonly string[]) => names.map((name) => `'${name}'`).join(', ');

/** A process of the version before adds its sweeps when it starts, and takes those that are there. */
export const RETIRE_SWEEPS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION skip_retired_sweep() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RETURN NULL; END $$`,
  `CREATE OR REPLACE TRIGGER sweeps_retired BEFORE INSERT ON sweeps
     FOR EACH ROW WHEN (NEW.name IN (${listed(Object.keys(RETIRED))})) EXECUTE FUNCTION skip_retired_sweep()`,
  `DELETE FROM sweeps WHERE name IN (${listed(Object.keys(RETIRED))})`,
];

export const RESTORE_SWEEPS: readonly string[] = [
  'DROP TRIGGER IF EXISTS sweeps_retired ON sweeps',
  'DROP FUNCTION IF EXISTS skip_retired_sweep()',
  `DELETE FROM sweeps WHERE name IN (${listed(Object.values(RETIRED))})`,
];
