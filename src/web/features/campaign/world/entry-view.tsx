import { type FormEvent, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { kindLabel, nameKinds } from '#contract/name-kinds.ts';
import type { World, WorldEntry, WorldEntryPage } from '#contract/world.ts';
import { edited } from '#contract/world-edits.ts';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { worldPath } from '#web/hooks/paths.ts';
import { useWorldEntry } from '#web/hooks/world-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { Said, sessionTitle } from './places.tsx';

interface EntryViewProps {
  campaignId: string;
  entryKey: string;
  world: World;
  review: WorldReview;
}

/** One entry: what it is, where it was mentioned, and with whom. */
export function EntryView({ campaignId, entryKey, world, review }: EntryViewProps) {
  const page = useWorldEntry(campaignId, entryKey);
  const into = world.entries.find(({ aliases }) => aliases.some(({ merged }) => merged?.key === entryKey));
  if (into !== undefined) return <Redirect to={worldPath(campaignId, into.key)} replace />;
  if (page.error?.status === 404)
    return (
      <>
        <PageHeading title="This name is not in your sessions any more" />
        <p>It was merged into another one, or no session, glossary or character has it now.</p>
        <p>
          <Link href={worldPath(campaignId)}>All names</Link>
        </p>
      </>
    );
  if (page.data) {
    const { entry } = page.data;
    return (
      <>
        <PageHeading title={entry.name} />
        <p className="muted">{factsOf(entry)}</p>
        {entry.note ? <p>{entry.note}</p> : null}
        <Aliases entry={entry} review={review} />
        <Together campaignId={campaignId} page={page.data} />
        <Quotes {...{ campaignId, world, review }} page={page.data} />
        <Mentions {...{ campaignId, world, review }} page={page.data} />
        <EntryForm key={entry.key} campaignId={campaignId} entry={entry} world={world} review={review} />
      </>
    );
  }
  if (page.error) return <LoadFailure message={page.error.message} onRetry={() => page.refetch()} />;
  return <Skeleton label="Loading the entry" heading lines={6} />;
}

const factsOf = ({ kind, mentions, sessions, hidden }: WorldEntry) =>
  [
    kindLabel(kind),
    mentions > 0 ? `${countOf(mentions, 'mention')} in ${countOf(sessions, 'session')}` : 'Not mentioned yet',
    hidden ? 'Hidden' : '',
  ]
    .filter(Boolean)
    .join(' · ');

function Aliases({ entry, review }: { entry: WorldEntry; review: WorldReview }) {
  if (entry.aliases.length === 0) return null;
  return (
    <section aria-labelledby="entry-aliases">
      <h2 id="entry-aliases">Also called</h2>
      <ul className="world-chips">
        {entry.aliases.map(({ name, merged }) => (
          <li key={name}>
            {name}{' '}
            {merged === null ? null : (
              <Button
                kind="quiet"
                busy={review.isChanging}
                aria-label={`Split off ${name}`}
                onClick={() =>
                  review.change(
                    [
                      edited(merged, {
                        mergedInto: null,
                        notSameAs: [...(merged.edit?.notSameAs ?? []), entry.key],
                      }),
                    ],
                    `${name} is an entry of its own again.`,
                  )
                }
              >
                Split off
              </Button>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}

function Together({ campaignId, page: { together } }: { campaignId: string; page: WorldEntryPage }) {
  if (together.length === 0) return null;
  return (
    <section aria-labelledby="entry-together">
      <h2 id="entry-together">Named together with</h2>
      <ul className="world-chips">
        {together.map(({ key, name, chapters }) => (
          <li key={key}>
            <Link href={worldPath(campaignId, key)}>{name}</Link>{' '}
            <span className="muted">{countOf(chapters, 'chapter')}</span>
          </li>
        ))}
      </ul>
    </section>
  );
}

interface PartProps {
  campaignId: string;
  world: World;
  review: WorldReview;
  page: WorldEntryPage;
}

function Quotes({ page: { quotes }, ...props }: PartProps) {
  if (quotes.length === 0) return null;
  return (
    <section aria-labelledby="entry-quotes">
      <h2 id="entry-quotes">Passages with this name</h2>
      <ul className="world-lines">
        {quotes.map((quote) => (
          <Said key={`${quote.sessionId} ${quote.lineId}`} mention={quote} {...props} />
        ))}
      </ul>
    </section>
  );
}

function Mentions({ page: { mentions, hasMore }, ...props }: PartProps) {
  const { world } = props;
  const ids = [...new Set(mentions.map(({ sessionId }) => sessionId))];
  if (ids.length === 0) return null;
  return (
    <section aria-labelledby="entry-mentions">
      <h2 id="entry-mentions">Session by session</h2>
      {ids.map((id, at) => {
        const lines = mentions.filter(({ sessionId }) => sessionId === id);
        return (
          <details key={id} open={at === 0 || at === ids.length - 1}>
            <summary>
              {sessionTitle(world, id)} <span className="muted">{countOf(lines.length, 'mention')}</span>
            </summary>
            <ul className="world-lines">
              {lines.map((mention) => (
                <Said key={`${mention.lineId} ${mention.startMs}`} mention={mention} {...props} />
              ))}
            </ul>
          </details>
        );
      })}
      {hasMore ? (
        <p className="muted">Search for the name to find the mentions that are not listed.</p>
      ) : null}
    </section>
  );
}

const LONGEST = { name: 120, note: 2000 };
const formOf = ({ name, kind, note }: WorldEntry) => ({ name, kind: `${kind}`, note });
const kindOf = (key: string) => nameKinds.find((kind) => kind.key === key)?.key;

interface EntryFormProps {
  campaignId: string;
  entry: WorldEntry;
  world: World;
  review: WorldReview;
}

function EntryForm({ campaignId, entry, world, review }: EntryFormProps) {
  const form = useKeptDraft(`world ${campaignId} ${entry.key}`, formOf(entry));
  const { name, note } = form.fields;
  const kind = kindOf(form.fields.kind) ?? entry.kind;
  const [target, setTarget] = useState('');
  const others = world.entries
    .filter(({ key, hidden }) => key !== entry.key && !hidden)
    .sort((one, other) => one.name.localeCompare(other.name));

  function save(event: FormEvent) {
    event.preventDefault();
    const isRenamed = name.trim() !== '' && name.trim() !== entry.name;
    if (name.trim() === '') form.write({ name: entry.name });
    review.change(
      [
        edited(entry, {
          ...(isRenamed ? { name: name.trim() } : {}),
          ...(kind === entry.kind ? {} : { kind, kindWas: entry.heardAs }),
          ...(note === entry.note ? {} : { note }),
        }),
      ],
      `${name.trim() || entry.name} is saved.`,
    );
  }

  function merge() {
    const into = others.find(({ key }) => key === target);
    if (into === undefined) return;
    review.change([edited(entry, { mergedInto: into.key })], `${entry.name} is now part of ${into.name}.`);
  }

  return (
    <section aria-labelledby="entry-edit">
      <h2 id="entry-edit">Edit</h2>
      <form className="world-form" onSubmit={save}>
        <Field
          label="Name"
          value={name}
          maxLength={LONGEST.name}
          readOnly={review.isChanging}
          onChange={({ target }) => form.write({ name: target.value })}
        />
        <Select
          label="Kind"
          value={kind}
          disabled={review.isChanging}
          choices={nameKinds}
          onChoose={(key) => form.write({ kind: key })}
        />
        <TextArea
          label="Note"
          value={note}
          limit={LONGEST.note}
          readOnly={review.isChanging}
          onChange={({ target }) => form.write({ note: target.value })}
        />
        {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
        {form.isStale ? (
          <StaleNotice while="editing" onTakeTheirs={form.forget}>
            <p>
              It now says: {[entry.name, kindLabel(entry.kind), entry.note].filter(Boolean).join(' · ')}.
              Saving replaces that with yours.
            </p>
          </StaleNotice>
        ) : null}
        <div className="button-row">
          <Button kind="primary" type="submit" busy={review.isChanging}>
            {form.isStale ? 'Save mine' : 'Save'}
          </Button>
          <Button
            busy={review.isChanging}
            onClick={() =>
              review.change(
                [edited(entry, { hidden: !entry.hidden })],
                entry.hidden ? `${entry.name} is listed again.` : `${entry.name} is hidden.`,
              )
            }
          >
            {entry.hidden ? 'List it again' : 'Hide'}
          </Button>
          {entry.edit === null ? null : (
            <Button
              kind="quiet"
              busy={review.isChanging}
              onClick={() =>
                review.change(
                  [{ key: entry.key, revision: entry.revision, edit: null }],
                  'Your changes to this entry are gone.',
                )
              }
            >
              Remove my changes
            </Button>
          )}
        </div>
        {others.length === 0 ? null : (
          <div className="world-merge">
            <Select
              label="It is the same as"
              value={target}
              choices={[
                { key: '', label: 'Choose a name' },
                ...others.map((other) => ({ key: other.key, label: other.name })),
              ]}
              onChoose={setTarget}
            />
            <Button disabled={target === ''} busy={review.isChanging} onClick={merge}>
              Merge
            </Button>
          </div>
        )}
      </form>
      <p className="muted">
        This changes the index only. To change a name in notes and transcripts, choose “Fix a name” in the
        campaign’s menu.
      </p>
    </section>
  );
}
