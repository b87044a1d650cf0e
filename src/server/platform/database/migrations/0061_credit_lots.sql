-- What is left of each lot, so that a balance is not the sum of all its entries whenever it is read. The ledger is the truth:
-- this follows it in the same transaction, whoever writes, and `npm run reconcile` compares both.
create table credit_lots (
  lot_id bigint primary key references ledger (id),
  user_id uuid not null references credit_accounts (user_id),
  unit text not null,
  remaining integer not null,
  expires_at timestamptz(3)
);
create index credit_lots_left on credit_lots (user_id) where remaining > 0;
create index credit_lots_expiring on credit_lots (expires_at) where remaining > 0;

create function follow_ledger() returns trigger language plpgsql as $$
begin
  -- The copy of the lots is complete already.
  if current_setting('hearthscribe.copying_rows', true) = 'on' then return null; end if;
  if new.lot_id is null then
    insert into credit_lots values (new.id, new.user_id, new.unit, new.delta, new.expires_at);
  elsif new.delta <> 0 then
    update credit_lots set remaining = remaining + new.delta where lot_id = new.lot_id;
  end if;
  return null;
end $$;
-- Before the sums: it waits for entries that are not yet committed, and lets no others in.
create trigger ledger_followed after insert on ledger for each row execute function follow_ledger();
insert into credit_lots
  select lots.id, lots.user_id, lots.unit, lots.delta + coalesce(sum(entries.delta), 0), lots.expires_at
  from ledger as lots left join ledger as entries on entries.lot_id = lots.id
  where lots.lot_id is null group by lots.id;
