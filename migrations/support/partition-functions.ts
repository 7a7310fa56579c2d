import { grantAlone, wallOf } from './tables';

/**
 * What keeps the partitions of a table. A place is where a row stands in the order of the key: milliseconds since 1970 for
 * UUIDs of version 7 and for times, or the number itself.
 */
export const PARTITION_FUNCTIONS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION partition_bound(kind text, place bigint) RETURNS text LANGUAGE sql STABLE AS $$
     SELECT CASE kind WHEN 'uuid' THEN (lpad(to_hex(place), 12, '0') || repeat('0', 20))::uuid::text
                      WHEN 'time' THEN to_timestamp(place / 1000.0)::text
                      ELSE place::text END
   $$`,

  `CREATE OR REPLACE FUNCTION partition_place(kind text, bound text) RETURNS bigint LANGUAGE sql STABLE AS $$
     SELECT CASE kind WHEN 'uuid' THEN ('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint
                      WHEN 'time' THEN round(extract(epoch FROM bound::timestamptz) * 1000)::bigint
                      ELSE bound::bigint END
   $$`,

  // All but the default one. The first begins nowhere.
  `CREATE OR REPLACE FUNCTION partitions_of(parent text) RETURNS TABLE (partition text, begins bigint, ends bigint)
     LANGUAGE sql STABLE AS $$
     SELECT c.relname::text, partition_place(t.kind, nullif(b.bounds[1], 'MINVALUE')), partition_place(t.kind, b.bounds[2])
       FROM partitioned_tables t
       JOIN pg_inherits i ON i.inhparent = to_regclass(t.name)
       JOIN pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, c.oid),
                                      $r$FROM \\('?([^')]+)'?\\) TO \\('?([^')]+)'?\\)$r$) AS b (bounds)
      WHERE t.name = parent AND b.bounds IS NOT NULL
   $$`,

  // The wall of tenants holds for the owner as well, who would see nothing that has to stay. Returns what was set before.
  `CREATE OR REPLACE FUNCTION set_system(value text) RETURNS text LANGUAGE plpgsql AS $$
   DECLARE
     former text := coalesce(current_setting('app.system', true), '');
   BEGIN
     PERFORM set_config('app.system', value, true);
     RETURN former;
   END $$`,

  // How far the rows of a table have come.
  `CREATE OR REPLACE FUNCTION partition_reached(parent text, at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE AS $$
   DECLARE
     place bigint;
     question text := (SELECT t.reached FROM partitioned_tables t WHERE t.name = parent);
   BEGIN
     IF question IS NULL THEN RETURN floor(extract(epoch FROM at) * 1000); END IF;
     EXECUTE question INTO place;
     RETURN coalesce(place, 0);
   END $$`,

  // Weeks begin on Mondays, at midnight in UTC; 1970 began on a Thursday.
  `CREATE OR REPLACE FUNCTION partition_start(t partitioned_tables, place bigint) RETURNS bigint LANGUAGE sql IMMUTABLE AS $$
     SELECT (place - o.first) / t.width * t.width + o.first
       FROM (SELECT CASE t.kind WHEN 'number' THEN 0 ELSE 345600000 END AS first) o
   $$`,

  // Attached rather than created in its place: that would need a lock for which all reads and writes wait.
  `CREATE OR REPLACE FUNCTION add_partition(parent text, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
   DECLARE
     t partitioned_tables;
     former text := set_system('on');
     reached bigint := partition_reached(parent, at);
     last bigint := (SELECT max(p.ends) FROM partitions_of(parent) p);
     place bigint;
     bounds text[];
     is_taken boolean;
     name text;
   BEGIN
     SELECT * INTO STRICT t FROM partitioned_tables p WHERE p.name = parent;
     IF last >= reached + t.ahead THEN
       PERFORM set_system(former);
       RETURN NULL;
     END IF;
     place := greatest(last, partition_start(t, reached));
     -- Rows of the default partition stay where they are.
     LOOP
       bounds := ARRAY[partition_bound(t.kind, place), partition_bound(t.kind, place + t.width)];
       EXECUTE format('SELECT EXISTS (SELECT FROM %I WHERE %I >= %L AND %2$I < %4$L)',
                      parent || '_default', t.key, bounds[1], bounds[2]) INTO is_taken;
       EXIT WHEN NOT is_taken;
       place := place + t.width;
     END LOOP;
     name := parent || '_' || CASE t.kind WHEN 'number' THEN place::text
       ELSE to_char(to_timestamp(place / 1000.0) AT TIME ZONE 'UTC', 'YYYYMMDD') END;
     EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES INCLUDING STORAGE)',
                    name, parent);
     EXECUTE format('ALTER TABLE %I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
     EXECUTE format($p$CREATE POLICY tenant_wall ON %I USING (${wallOf('tenant_id')}) WITH CHECK (${wallOf('tenant_id')})$p$,
                    name);
     EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (%L) TO (%L)', parent, name, bounds[1], bounds[2]);
     PERFORM set_system(former);
     RETURN name;
   END $$`,

  // Rows as text, which says all of them whatever their types are, and takes those of a partition for those of the table.
  `CREATE OR REPLACE FUNCTION survivors_of(t partitioned_tables, partition text) RETURNS text LANGUAGE sql IMMUTABLE AS $$
     SELECT format('SELECT coalesce(array_agg(s.stays), ''{}'') FROM (
                      SELECT p::text AS stays FROM %I p WHERE p.ctid = ANY (ARRAY(%s)) LIMIT 1001) s', partition,
                   (SELECT string_agg(format('(' || one || ' LIMIT 1001)', partition), ' UNION ' ORDER BY n)
                      FROM unnest(t.survivors) WITH ORDINALITY AS o (one, n)))
   $$`,

  // What has to stay moves into the default partition; where that is much, the partition is left for another time.
  `CREATE OR REPLACE FUNCTION retire_partition(parent text, at timestamptz) RETURNS text LANGUAGE plpgsql AS $$
   DECLARE
     t partitioned_tables;
     old record;
     survivors text;
     staying text[];
     former text := set_system('on');
     gone text;
   BEGIN
     SELECT * INTO STRICT t FROM partitioned_tables p WHERE p.name = parent;
     FOR old IN
       SELECT p.partition AS name, p.begins, p.ends, partition_bound(t.kind, coalesce(p.begins, 0)) AS low,
              partition_bound(t.kind, p.ends) AS high
         FROM partitions_of(parent) p
        WHERE p.ends + t.kept <= floor(extract(epoch FROM at) * 1000)
          AND NOT EXISTS (SELECT FROM partitions_of(t.follows) o
                           WHERE coalesce(o.begins, 0) < p.ends AND o.ends > coalesce(p.begins, 0))
        ORDER BY p.ends
     LOOP
       survivors := survivors_of(t, old.name);
       EXECUTE survivors INTO staying USING at, old.low, old.high;
       CONTINUE WHEN cardinality(staying) > 1000;
       -- The table alone: whoever reads or writes its partitions has it locked as well, and before them.
       EXECUTE format('LOCK TABLE ONLY %I IN ACCESS EXCLUSIVE MODE', parent);
       EXECUTE survivors INTO staying USING at, old.low, old.high;
       CONTINUE WHEN cardinality(staying) > 1000;
       EXECUTE format('DROP TABLE %I', old.name);
       EXECUTE format('INSERT INTO %I SELECT (s.stays).*
                         FROM (SELECT one::%1$I AS stays FROM unnest($1) AS one OFFSET 0) s', parent) USING staying;
       gone := old.name;
       EXIT;
     END LOOP;
     PERFORM set_system(former);
     RETURN gone;
   END $$`,

  ...asOwner('add_due_partition', 'add_partition'),
  ...asOwner('drop_due_partition', 'retire_partition'),
];

/**
 * For the application role, which owns no table. The time is not for it to say. A lock that is not given soon is left to
 * its holder, and the work for another time: whoever came behind has waited no longer than that. So is what the caller's
 * `statement_timeout` ends, which no function can set for itself.
 */
function asOwner(name: string, work: string): string[] {
  return [
    `CREATE OR REPLACE FUNCTION ${name}(parent text, OUT done text, OUT hindered boolean) LANGUAGE plpgsql
       SECURITY DEFINER SET search_path = public, pg_temp SET lock_timeout = '50ms' SET enable_seqscan = off AS $$
     BEGIN
       -- Two processes do not make the same partition.
       hindered := NOT pg_try_advisory_xact_lock(hashtextextended('partitions of ' || parent, 0));
       IF hindered THEN RETURN; END IF;
       BEGIN
         done := ${work}(parent, now());
       EXCEPTION WHEN lock_not_available OR deadlock_detected OR query_canceled THEN
         hindered := true;
       END;
     END $$`,
    ...grantAlone(`${name}(text)`),
  ];
}

export const DROP_PARTITION_FUNCTIONS = `DROP FUNCTION IF EXISTS add_due_partition(text), drop_due_partition(text),
  add_partition(text, timestamptz), retire_partition(text, timestamptz), partition_start(partitioned_tables, bigint), survivors_of(partitioned_tables, text),
  partition_reached(text, timestamptz), partitions_of(text), set_system(text), partition_place(text, text), partition_bound(text, bigint)`;
