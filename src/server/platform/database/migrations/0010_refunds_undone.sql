-- A refund that did not come about gives back what it took.
alter table ledger drop constraint ledger_signs;
alter table ledger add constraint ledger_signs check (
  case
    when kind in ('reserve', 'expire') then delta < 0
    when kind = 'refund' then delta <> 0
    when kind = 'capture' then delta = 0
    else delta > 0
  end
);
