import { PATH } from './partition-places';
import { wallOf } from './tables';

/** What makes partitions, and tells what keeps them from being made. */
export const MAKING_FUNCTIONS: readonly string[] = [
  // What no partition takes of the present and of what has to be there beyond it, whatever else there is.
  `CREATE OR REPLACE FUNCTION missing_partitions(parent text, at timestamptz)
     RETURNS TABLE (begins bigint, low text, high text) LANGUAGE sql STABLE ${PATH} AS $$
     SELECT place, public.partition_bound(t.kind, place), public.partition_bound(t.kind, place + t.width)
       FROM public.partitioned_tables t
      CROSS JOIN LATERAL (SELECT public.partition_reached(t.name, at) AS reached OFFSET 0) r
      CROSS JOIN LATERAL generate_series(public.partition_start(t, r.reached), r.reached + t.ahead - 1, t.width) AS place
      WHERE t.name = parent
        AND NOT EXISTS (SELECT FROM public.partitions_of(t.name) o
                         WHERE coalesce(o.begins, place) < place + t.width AND o.ends > place)
      ORDER BY place
   $$`,

  `CREATE OR REPLACE FUNCTION default_has(t partitioned_tables, low text, high text) RETURNS boolean
     LANGUAGE plpgsql STABLE ${PATH} AS $$
   DECLARE
     has boolean;
   BEGIN
     EXECUTE format('SELECT EXISTS (SELECT FROM public.%I WHERE %I >= %L AND %2$I < %4$L)', t.name || '_default', t.key, low, high)
        INTO has;
     RETURN has;
   END $$`,

  `CREATE OR REPLACE FUNCTION partition_name(t partitioned_tables, place bigint) RETURNS text LANGUAGE sql STABLE ${PATH} AS $$
     SELECT t.name || '_' || CASE t.kind WHEN 'number' THEN place::text
       ELSE to_char(to_timestamp(place / 1000.0) AT TIME ZONE 'UTC', 'YYYYMMDD') END
   $$`,

  // Attached rather than created in its place: that would need a lock for which all reads and writes wait.
  `CREATE OR REPLACE FUNCTION make_partition(parent text, at timestamptz, fills boolean) RETURNS text
     LANGUAGE plpgsql ${PATH} AS $$
   DECLARE
     t public.partitioned_tables;
     former text := public.set_system('on');
     missing record;
     name text;
   BEGIN
     SELECT * INTO STRICT t FROM public.partitioned_tables p WHERE p.name = parent;
     SELECT m.* INTO missing FROM public.missing_partitions(parent, at) m
      WHERE fills OR NOT public.default_has(t, m.low, m.high) LIMIT 1;
     IF FOUND THEN
       name := public.partition_name(t, missing.begins);
       EXECUTE format('CREATE TABLE public.%I (LIKE public.%I INCLUDING DEFAULTS INCLUDING CONSTRAINTS INCLUDING INDEXES
                         INCLUDING STORAGE)', name, parent);
       EXECUTE format('ALTER TABLE public.%I ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', name);
       EXECUTE format($p$CREATE POLICY tenant_wall ON public.%I USING (${wallOf('tenant_id')})
                           WITH CHECK (${wallOf('tenant_id')})$p$, name);
       IF fills THEN
         EXECUTE format('LOCK TABLE ONLY public.%I IN ACCESS EXCLUSIVE MODE', parent);
         EXECUTE format('WITH moved AS (DELETE FROM public.%I WHERE %I >= %L AND %2$I < %4$L RETURNING *)
                         INSERT INTO public.%5$I SELECT * FROM moved',
                        parent || '_default', t.key, missing.low, missing.high, name);
       END IF;
       EXECUTE format('ALTER TABLE public.%I ATTACH PARTITION public.%I FOR VALUES FROM (%L) TO (%L)',
                      parent, name, missing.low, missing.high);
     END IF;
     PERFORM public.set_system(former);
     RETURN name;
   END $$`,

  // Rows of the default partition stay where they are.
  `CREATE OR REPLACE FUNCTION add_partition(parent text, at timestamptz) RETURNS text LANGUAGE sql ${PATH} AS $$
     SELECT public.make_partition(parent, at, false)
   $$`,

  // For the owner's hand: with what the default partition has of its time, while everybody waits.
  `CREATE OR REPLACE FUNCTION fill_partition(parent text, at timestamptz DEFAULT now()) RETURNS text LANGUAGE sql ${PATH} AS $$
     SELECT public.make_partition(parent, at, true)
   $$`,

  // Whoever analyzes the database has the planner believe of partitions to come that they are empty, and a connection may keep
  // plans that read the whole of them. Emptied, they count as never analyzed. None has a page, so nothing goes.
  `CREATE OR REPLACE FUNCTION renew_partitions(parent text) RETURNS void
     LANGUAGE plpgsql SECURITY DEFINER ${PATH} SET lock_timeout = '50ms' AS $$
   DECLARE
     one regclass;
   BEGIN
     FOR one IN
       SELECT c.oid FROM public.partitioned_tables t
        CROSS JOIN LATERAL public.partitions_of(t.name) p
         JOIN pg_class c ON c.oid = to_regclass(format('public.%I', p.partition))
        WHERE t.name = parent AND t.kind <> 'number' AND p.begins > public.partition_reached(t.name, now()) AND c.reltuples = 0
     LOOP
       EXECUTE format('LOCK TABLE %s IN ACCESS EXCLUSIVE MODE', one);
       IF pg_relation_size(one) = 0 THEN EXECUTE format('TRUNCATE %s', one); END IF;
     END LOOP;
   EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
     RETURN;
   END $$`,

  // Sentences on what does not mend itself.
  `CREATE OR REPLACE FUNCTION partition_troubles(parent text) RETURNS SETOF text
     LANGUAGE plpgsql SECURITY DEFINER ${PATH} AS $$
   DECLARE
     former text := public.set_system('on');
   BEGIN
     RETURN QUERY
       SELECT format('%s_default has rows of %s, which cannot be made', t.name, public.partition_name(t, m.begins))
         FROM public.partitioned_tables t, public.missing_partitions(t.name, now()) m
        WHERE t.name = parent AND public.default_has(t, m.low, m.high)
        UNION ALL
       SELECT format('%s begins far ahead of the present', p.partition)
         FROM public.partitioned_tables t, public.partitions_of(t.name) p
        WHERE t.name = parent AND p.begins > public.partition_reached(t.name, now()) + t.ahead + 2 * t.width;
     PERFORM public.set_system(former);
   END $$`,
];
