-- Whether the user has closed the hints beside the first notes.
alter table preferences add column tour_seen boolean not null default false;
