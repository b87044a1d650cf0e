alter table instructions add column unclear integer not null default 0;
