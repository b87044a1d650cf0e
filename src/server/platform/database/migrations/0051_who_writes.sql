-- Who writes the notes of a user unless they choose otherwise at the price; null leaves it to the server.
alter table preferences add column notes_writer text;
