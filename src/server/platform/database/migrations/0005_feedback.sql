-- What users say of the product, for the operator alone. It goes with its user.
create table feedback (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  categories jsonb not null,
  comment text not null,
  open_to_contact boolean not null,
  reference_id uuid,
  reference_type text check (reference_type in ('campaign', 'session', 'analysis')),
  created_at timestamptz(3) not null,
  check ((reference_id is null) = (reference_type is null))
);
create index feedback_user on feedback (user_id, created_at desc);
create index feedback_time on feedback (created_at desc, id desc);
