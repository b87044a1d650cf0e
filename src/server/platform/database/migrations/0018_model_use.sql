-- What the calls of an analysis to a language model used; all its attempts together.
create table model_use (
  analysis_id uuid not null references analyses (id) on delete cascade,
  stage text not null,
  model text not null,
  calls integer not null,
  input_tokens bigint not null,
  output_tokens bigint not null,
  milliseconds bigint not null,
  last_used_at timestamptz(3) not null,
  primary key (analysis_id, stage, model)
);
create index model_use_last on model_use (last_used_at);
