import { PATH } from './partition-places';

/** What moves into the default partition under the lock, at most. */
const MOST_ROWS = 2_000;
const MOST_BYTES = 4_000_000;

/** What drops partitions whose time is over. */
export const DROPPING_FUNCTIONS: readonly string[] = [
  // The oldest first.
  `CREATE OR REPLACE FUNCTION due_partitions(parent text, at timestamptz) RETURNS TABLE (partition text, ends bigint)
     LANGUAGE sql STABLE ${PATH} AS $$
     SELECT p.partition, p.ends FROM public.partitioned_tables t, public.partitions_of(t.name) p
      WHERE t.name = parent AND p.ends + t.kept <= floor(extract(epoch FROM at) * 1000)
        AND NOT EXISTS (SELECT FROM public.partitions_of(t.follows) o
                         WHERE coalesce(o.begins, 0) < p.ends AND o.ends > coalesce(p.begins, 0))
      ORDER BY p.ends
   $$`,

  // Rows as text, which says all of them whatever their types are, and takes those of a partition for those of the table.
  `CREATE OR REPLACE FUNCTION survivors_of(t partitioned_tables, partition text) RETURNS text LANGUAGE sql IMMUTABLE ${PATH} AS $$
     SELECT format('SELECT p::text FROM public.%I p WHERE p.ctid = ANY (ARRAY(%s))', partition,
                   (SELECT string_agg(format('(' || one || ' LIMIT ${MOST_ROWS + 1})', partition), ' UNION ' ORDER BY n)
                      FROM unnest(t.survivors) WITH ORDINALITY AS o (one, n)))
   $$`,

  // Null if they are too many: it ends with the first row too much.
  `CREATE OR REPLACE FUNCTION survivors_in(t partitioned_tables, partition text, at timestamptz, low text, high text)
     RETURNS text[] LANGUAGE plpgsql ${PATH} AS $$
   DECLARE
     staying text[] := '{}';
     one text;
     bytes bigint := 0;
   BEGIN
     FOR one IN EXECUTE public.survivors_of(t, partition) USING at, low, high LOOP
       staying := array_append(staying, one);
       bytes := bytes + octet_length(one);
       IF bytes > ${MOST_BYTES} OR cardinality(staying) > ${MOST_ROWS} THEN RETURN NULL; END IF;
     END LOOP;
     RETURN staying;
   END $$`,

  // What has to stay moves into the default partition. Returns why it was not dropped, else null.
  `CREATE OR REPLACE FUNCTION retire_partition(parent text, partition text, at timestamptz) RETURNS text
     LANGUAGE plpgsql ${PATH} AS $$
   DECLARE
     t public.partitioned_tables;
     low text;
     high text;
     staying text[];
     former text := public.set_system('on');
   BEGIN
     SELECT * INTO STRICT t FROM public.partitioned_tables p WHERE p.name = parent;
     SELECT public.partition_bound(t.kind, coalesce(p.begins, 0)), public.partition_bound(t.kind, p.ends) INTO low, high
       FROM public.partitions_of(parent) p JOIN public.due_partitions(parent, at) d ON d.partition = p.partition
      WHERE p.partition = retire_partition.partition;
     IF NOT FOUND THEN
       PERFORM public.set_system(former);
       RETURN 'it is not due';
     END IF;
     staying := public.survivors_in(t, partition, at, low, high);
     IF staying IS NOT NULL THEN
       -- The table alone: whoever reads or writes its partitions has it locked as well, and before them.
       EXECUTE format('LOCK TABLE ONLY public.%I IN ACCESS EXCLUSIVE MODE', parent);
       staying := public.survivors_in(t, partition, at, low, high);
     END IF;
     IF staying IS NOT NULL THEN
       EXECUTE format('DROP TABLE public.%I', partition);
       EXECUTE format('INSERT INTO public.%I SELECT (s.stays).*
                         FROM (SELECT one::public.%1$I AS stays FROM unnest($1) AS one OFFSET 0) s', parent) USING staying;
     END IF;
     PERFORM public.set_system(former);
     RETURN CASE WHEN staying IS NULL THEN 'too much of it has to stay' END;
   END $$`,
];
