/** Tables with rows that were deleted or replaced; after a crash their number is unknown. */
export const tablesWithDeadRows = `select quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name, pg_total_relation_size(c.oid) as bytes
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_stat_all_tables s on s.relid = c.oid
  where c.relkind = 'r' and c.relpersistence = 'p'
    and n.nspname not in ('pg_catalog', 'information_schema', 'pg_toast')
    and (coalesce(s.n_dead_tup, 0) > 0
      or exists (select from pg_stat_all_tables t where t.relid = c.reltoastrelid and t.n_dead_tup > 0)
      or (coalesce(s.n_live_tup, 0) = 0 and pg_relation_size(c.oid) > 0))
  order by pg_total_relation_size(c.oid)`;
