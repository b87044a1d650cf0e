-- The copies of recordings that browsers play; each is a file beside its recording's, named by the same upload.
create table playbacks (
  upload_id uuid primary key references uploads (id) on delete cascade,
  state text not null check (state in ('preparing', 'ready', 'failed')),
  peaks jsonb,
  check ((state = 'ready') = (peaks is not null))
);
create index playbacks_preparing on playbacks (upload_id) where state = 'preparing';
