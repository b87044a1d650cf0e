-- How long analyses took of late.
create index analyses_completed on analyses (finished_at desc) where status = 'completed';
