/** One for each table and each store of its large values, so that each is short; pages without removed rows cost nothing. */
export const vacuumStatements = `select format('vacuum (index_cleanup on, process_toast off) %I.%I', n.nspname, c.relname) as statement
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind in ('r', 't') and c.relpersistence = 'p' and n.nspname in (current_schema(), 'pgboss', 'pg_toast') and c.oid >= 16384
  order by c.relname`;

/** Changed rows after which some tables may be worth a vacuum. */
export const SWEPT_ROWS = 1000;
/** As `SWEPT_ROWS`, for few but long rows: bytes of the database's log. */
export const SWEPT_BYTES = 8 * 1024 ** 2;

/**
 * What autovacuum does on a server: of tables of which something was removed or added since their last vacuum, so that none becomes long. A vacuum is one
 * statement, and it takes time for each page that changed.
 */
export const sweepStatements = `select format('vacuum (index_cleanup on, process_toast off, truncate off) %s', s.relid::regclass) as statement
  from pg_stat_all_tables s join pg_class c on c.oid = s.relid
  where s.schemaname in (current_schema(), 'pgboss', 'pg_toast')
    and greatest(s.n_dead_tup, s.n_ins_since_vacuum) > ${SWEPT_ROWS} + greatest(c.reltuples, 0) / 50`;

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
