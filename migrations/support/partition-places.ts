/**
 * Of every function: nothing but PostgreSQL's own is found without its schema, as whoever may create a function in `public`
 * could have it called by the owner of the tables otherwise.
 */
export const PATH = 'SET search_path = pg_catalog, pg_temp';

/**
 * Where rows stand in the order of the key: milliseconds since 1970 for UUIDs of version 7 and for times, or the number
 * itself.
 */
export const PLACE_FUNCTIONS: readonly string[] = [
  `CREATE OR REPLACE FUNCTION partition_bound(kind text, place bigint) RETURNS text LANGUAGE sql STABLE ${PATH} AS $$
     SELECT CASE kind WHEN 'uuid' THEN (lpad(to_hex(place), 12, '0') || repeat('0', 20))::uuid::text
                      WHEN 'time' THEN to_timestamp(place / 1000.0)::text
                      ELSE place::text END
   $$`,

  `CREATE OR REPLACE FUNCTION partition_place(kind text, bound text) RETURNS bigint LANGUAGE sql STABLE ${PATH} AS $$
     SELECT CASE kind WHEN 'uuid' THEN ('x' || left(replace(bound, '-', ''), 12))::bit(48)::bigint
                      WHEN 'time' THEN round(extract(epoch FROM bound::timestamptz) * 1000)::bigint
                      ELSE bound::bigint END
   $$`,

  // All but the default one. The first begins nowhere.
  `CREATE OR REPLACE FUNCTION partitions_of(parent text) RETURNS TABLE (partition text, begins bigint, ends bigint)
     LANGUAGE sql STABLE ${PATH} AS $$
     SELECT c.relname::text, public.partition_place(t.kind, nullif(b.bounds[1], 'MINVALUE')),
            public.partition_place(t.kind, b.bounds[2])
       FROM public.partitioned_tables t
       JOIN pg_inherits i ON i.inhparent = to_regclass(format('public.%I', t.name))
       JOIN pg_class c ON c.oid = i.inhrelid
      CROSS JOIN LATERAL regexp_match(pg_get_expr(c.relpartbound, c.oid),
                                      $r$FROM \\('?([^')]+)'?\\) TO \\('?([^')]+)'?\\)$r$) AS b (bounds)
      WHERE t.name = parent AND b.bounds IS NOT NULL
   $$`,

  // The wall of tenants holds for the owner as well, who would see nothing that has to stay. Returns what was set before.
  `CREATE OR REPLACE FUNCTION set_system(value text) RETURNS text LANGUAGE plpgsql ${PATH} AS $$
   DECLARE
     former text := coalesce(current_setting('app.system', true), '');
   BEGIN
     PERFORM set_config('app.system', value, true);
     RETURN former;
   END $$`,

  // How far the rows of a table have come.
  `CREATE OR REPLACE FUNCTION partition_reached(parent text, at timestamptz) RETURNS bigint LANGUAGE plpgsql STABLE ${PATH} AS $$
   DECLARE
     place bigint;
     question text := (SELECT t.reached FROM public.partitioned_tables t WHERE t.name = parent);
   BEGIN
     IF question IS NULL THEN RETURN floor(extract(epoch FROM at) * 1000); END IF;
     EXECUTE question INTO place;
     RETURN coalesce(place, 0);
   END $$`,

  // Weeks begin on Mondays, at midnight in UTC; 1970 began on a Thursday.
  `CREATE OR REPLACE FUNCTION partition_start(t partitioned_tables, place bigint) RETURNS bigint LANGUAGE sql IMMUTABLE ${PATH} AS $$
     SELECT (place - o.first) / t.width * t.width + o.first
       FROM (SELECT CASE t.kind WHEN 'number' THEN 0 ELSE 345600000 END AS first) o
   $$`,
];
