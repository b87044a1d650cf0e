-- The last steps of the page's flows, if the user agreed to send them: names of the charts, no text.
alter table feedback add column steps jsonb not null default '[]';
