/** One for each table; pages without removed rows cost nothing. */
export const vacuumStatements = `select format('vacuum (index_cleanup on) %I.%I', n.nspname, c.relname) as statement
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and c.relpersistence = 'p' and n.nspname in (current_schema(), 'pgboss')
  order by c.relname`;

const PAGES_AT_ONCE = 256;

/**
 * Reading a page removes its removed rows: so the vacuum, which is one statement for each table, has little left to do. For
 * tables of which much was removed.
 */
export const readingStatements = `select format(
    'select count(*) from %s where ctid >= ''(%s,0)'' and ctid < ''(%s,0)''', s.relid::regclass, page, page + ${PAGES_AT_ONCE}) as statement
  from pg_stat_all_tables s
  cross join generate_series(0, pg_relation_size(s.relid) / current_setting('block_size')::int, ${PAGES_AT_ONCE}) as page
  where s.n_dead_tup > 1000 and s.schemaname in (current_schema(), 'pgboss', 'pg_toast')`;

/** Indexes keep a removed text where it divides their pages. No other has texts of users. */
export const textIndexes = ['users_verified_email', 'idp_users_password_email'] as const;
