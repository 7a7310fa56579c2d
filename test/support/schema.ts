import { queryAs } from './database';

/**
 * Tables, columns, indexes, constraints, policies, triggers and privileges, as text; without the partitions of weeks to
 * come, which depend on the day.
 */
export async function schemaOf(url: string): Promise<unknown[]> {
  const rows = await queryAs<{ name: string; detail: string }>(
    url,
    `SELECT 'column' AS kind, table_name || '.' || column_name AS name, data_type || is_nullable || coalesce(column_default, '') AS detail
       FROM information_schema.columns WHERE table_schema = 'public'
     UNION ALL SELECT 'index', indexname, indexdef FROM pg_indexes WHERE schemaname = 'public'
     UNION ALL SELECT 'constraint', conname, pg_get_constraintdef(oid) FROM pg_constraint WHERE connamespace = 'public'::regnamespace
     UNION ALL SELECT 'policy', tablename || '.' || policyname, coalesce(qual, '') || coalesce(with_check, '') FROM pg_policies
     UNION ALL SELECT 'trigger', tgname, pg_get_triggerdef(oid) FROM pg_trigger WHERE NOT tgisinternal
     UNION ALL SELECT 'function', oid::regprocedure::text, pg_get_functiondef(oid) || coalesce(proacl::text, '')
       FROM pg_proc WHERE pronamespace = 'public'::regnamespace AND prokind = 'f'
     UNION ALL SELECT 'comment', c.relname || '.' || d.objsubid, d.description
       FROM pg_description d JOIN pg_class c ON c.oid = d.objoid AND d.classoid = 'pg_class'::regclass
      WHERE c.relnamespace = 'public'::regnamespace
     UNION ALL SELECT 'grant', table_name || '.' || grantee, string_agg(privilege_type, ',' ORDER BY privilege_type)
       FROM information_schema.role_table_grants WHERE table_schema = 'public' GROUP BY table_name, grantee
     ORDER BY 1, 2, 3`,
  );
  return rows.filter(({ name, detail }) => !/_2\d{7}/.test(name + detail));
}
