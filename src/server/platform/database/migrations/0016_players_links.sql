-- A campaign or a session has a link for the public and one for its players. Of a passphrase only a hash is kept;
-- admissions are signed with a key of the link, which is new whenever the passphrase is.
alter table public_links rename to share_links;
alter index public_links_user rename to share_links_user;
alter table share_links drop constraint public_links_campaign_id_key;
alter table share_links drop constraint public_links_session_id_key;
alter table share_links add column audience text not null default 'public' check (audience in ('public', 'players'));
alter table share_links alter column audience drop default;
alter table share_links add column passphrase_hash text;
alter table share_links add column admission_key text;
alter table share_links add unique (campaign_id, audience);
alter table share_links add unique (session_id, audience);
alter table share_links add check ((passphrase_hash is null) = (admission_key is null));
alter table share_links add check (passphrase_hash is null or audience = 'players');

-- What players suggest on their page. Without a session it is about the campaign; without a section, about the page.
create table proposals (
  id uuid primary key,
  user_id uuid not null references users (id) on delete cascade,
  link_id uuid not null references share_links (id) on delete cascade,
  campaign_id uuid not null references campaigns (id) on delete cascade,
  session_id uuid references sessions (id) on delete cascade,
  kind text not null check (kind in ('correction', 'comment')),
  author text not null,
  text text not null,
  section_key text,
  section_title text,
  quote text,
  state text not null check (state in ('open', 'accepted', 'rejected')),
  -- Of an accepted correction, the item's words before and after.
  replaced jsonb,
  created_at timestamptz(3) not null,
  decided_at timestamptz(3),
  check ((section_key is null) = (section_title is null)),
  check (section_key is null or session_id is not null),
  check (quote is null or section_key is not null),
  check ((state = 'open') = (decided_at is null))
);
create index proposals_user on proposals (user_id);
create index proposals_campaign on proposals (campaign_id, state);
create index proposals_session on proposals (session_id, state);
create index proposals_open on proposals (link_id) where state = 'open';
create index proposals_decided on proposals (decided_at) where decided_at is not null;
