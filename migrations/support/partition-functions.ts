import { DROPPING_FUNCTIONS } from './partition-dropping';
import { MAKING_FUNCTIONS } from './partition-making';
import { PATH, PLACE_FUNCTIONS } from './partition-places';
import { grantAlone } from './tables';

/** What keeps the partitions of a table. */
export const PARTITION_FUNCTIONS: readonly string[] = [
  ...PLACE_FUNCTIONS,
  ...MAKING_FUNCTIONS,
  ...DROPPING_FUNCTIONS,
  ...asOwner('add_due_partition', 'parent text', `done := public.add_partition(parent, now());`),
  // A clock that is ahead, be it the caller's or that of the database, has nothing dropped.
  ...asOwner(
    'drop_due_partition',
    'parent text, partition text, latest timestamptz',
    `stays := public.retire_partition(parent, partition, least(now(), latest));
     IF stays IS NULL THEN done := partition; END IF;`,
  ),
  ...grantAlone('partition_troubles(text)'),
  ...grantAlone('renew_partitions(text)'),

  // A lock that no reader and no writer waits for: whoever waits for it longer than a second ends an autovacuum, and none
  // begins until the end of the transaction.
  `CREATE OR REPLACE FUNCTION calm_partition(parent text, partition text) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER ${PATH} SET lock_timeout = '3s' AS $$
   BEGIN
     IF EXISTS (SELECT FROM public.partitioned_tables t
                  JOIN pg_inherits i ON i.inhparent = to_regclass(format('public.%I', t.name))
                 WHERE t.name = parent AND i.inhrelid = to_regclass(format('public.%I', partition))) THEN
       EXECUTE format('LOCK TABLE ONLY public.%I IN SHARE UPDATE EXCLUSIVE MODE', partition);
     END IF;
   EXCEPTION WHEN lock_not_available THEN
     RETURN;
   END $$`,
  ...grantAlone('calm_partition(text, text)'),
];

/**
 * For the application role, which owns no table. The time is not for it to say. A lock that is not given soon is left to
 * its holder, and the work for another time: whoever came behind has waited no longer than that. So is what the caller's
 * `statement_timeout` ends, which no function can set for itself.
 */
function asOwner(name: string, parameters: string, work: string): string[] {
  const types = parameters.split(', ').map((parameter) => parameter.split(' ')[1]);
  return [
    `CREATE OR REPLACE FUNCTION ${name}(${parameters}, OUT done text, OUT hindered text, OUT stays text) LANGUAGE plpgsql
       SECURITY DEFINER ${PATH} SET lock_timeout = '50ms' SET enable_seqscan = off AS $$
     BEGIN
       -- Two processes do not make the same partition.
       IF NOT pg_try_advisory_xact_lock(hashtextextended('partitions of ' || parent, 0)) THEN
         hindered := 'another process is at it';
         RETURN;
       END IF;
       BEGIN
         ${work}
       EXCEPTION
         WHEN lock_not_available OR deadlock_detected THEN hindered := 'somebody holds a lock of it';
         WHEN query_canceled THEN stays := 'it takes too long';
       END;
     END $$`,
    ...grantAlone(`${name}(${types.join(', ')})`),
  ];
}

export const DROP_PARTITION_FUNCTIONS = `DROP FUNCTION IF EXISTS
  add_due_partition(text), drop_due_partition(text, text, timestamptz), calm_partition(text, text), partition_troubles(text), renew_partitions(text),
  add_partition(text, timestamptz), fill_partition(text, timestamptz), make_partition(text, timestamptz, boolean),
  missing_partitions(text, timestamptz), default_has(partitioned_tables, text, text), partition_name(partitioned_tables, bigint),
  retire_partition(text, text, timestamptz), due_partitions(text, timestamptz),
  survivors_in(partitioned_tables, text, timestamptz, text, text), survivors_of(partitioned_tables, text),
  partition_start(partitioned_tables, bigint), partition_reached(text, timestamptz), partitions_of(text), set_system(text),
  partition_place(text, text), partition_bound(text, bigint)`;
