create table preferences (
  user_id uuid primary key references users (id) on delete cascade,
  theme text not null check (theme in ('dark', 'light', 'system')),
  revision_id integer not null check (revision_id > 0),
  version integer not null,
  auto_copy_analysis_to_notes boolean not null,
  default_language text,
  default_detail_level text not null check (default_detail_level in ('brief', 'comprehensive')),
  show_alpha_features boolean not null,
  changed_at timestamptz(3) not null
);

create table agreement_acceptances (
  user_id uuid not null references users (id) on delete cascade,
  name text not null,
  version text not null,
  accepted_at timestamptz(3) not null,
  primary key (user_id, name, version)
);
