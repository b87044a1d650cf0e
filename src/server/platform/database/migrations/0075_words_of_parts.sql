-- How many words of the transcript the parts have that a language model has read: what it takes for each tells how long a whole evening takes.
alter table model_use add column words integer not null default 0;
