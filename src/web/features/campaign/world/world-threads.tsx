import { type FormEvent, useEffect } from 'react';
import { present } from '#contract/unknown-values.ts';
import type { ThreadState, World, WorldThread } from '#contract/world.ts';
import { changedThread } from '#contract/world-edits.ts';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { useThreadBoard } from '#web/flows/thread-board/use-thread-board.ts';
import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { useThreadChanges } from '#web/hooks/world-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { EmptyShelf } from '#web/ui/illustrations/empty-shelf.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { randomKey } from '#web/ui/random-key.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { DraftLine, useDraftLine } from './draft-line.tsx';
import { PlaceLinks, sessionTitle } from './places.tsx';
import { ReviewState } from './review-state.tsx';

const LONGEST = 500;
const SILENT = 3;

const states: readonly { key: ThreadState; label: string }[] = [
  { key: 'open', label: 'Open' },
  { key: 'waiting', label: 'Waiting' },
  { key: 'done', label: 'Done' },
  { key: 'dropped', label: 'Dropped' },
];
const kinds = { thread: 'Thread', quest: 'Quest', decision: 'Decision', promise: 'Kept by you' } as const;

interface Props {
  campaignId: string;
  world: World;
  review: WorldReview;
}

/** Threads, promises, quests and decisions of all sessions, by state. */
export function WorldThreads({ campaignId, world }: Omit<Props, 'review'>) {
  const board = useThreadBoard(useThreadChanges(campaignId));
  const { threads, readFailure } = board;
  return (
    <>
      <ReviewState review={board} />
      {readFailure === null ? null : (
        <Notice kind="error">
          {readFailure}
          <Button onClick={board.readAgain}>Read the threads again</Button>
        </Notice>
      )}
      {threads !== null ? (
        <Board {...{ campaignId, world, threads }} review={board} />
      ) : readFailure === null ? (
        <Skeleton label="Loading the threads" lines={6} />
      ) : null}
    </>
  );
}

function Board({ campaignId, world, review, threads }: Props & { threads: readonly WorldThread[] }) {
  return (
    <>
      <p className="muted">
        What is still open comes from your notes: the sections “Open threads”, “Quests” and “Decisions”. To
        keep something that was said, open a name and choose “Keep as a thread”.
      </p>
      <NewThread campaignId={campaignId} review={review} threads={threads} />
      {threads.length === 0 ? (
        <EmptyState
          illustration={<EmptyShelf />}
          title="No threads yet"
          text="Answer “What is still open?” on the page of a session, keep a line as a thread, or add one here."
        />
      ) : null}
      {states.map(({ key, label }) => {
        const own = threads.filter(({ state }) => state === key);
        return own.length === 0 ? null : (
          <section key={key} aria-labelledby={`threads-${key}`}>
            <h2 id={`threads-${key}`}>
              {label} <span className="muted">{own.length}</span>
            </h2>
            <ul className="world-names">
              {own.map((thread) => (
                <Thread key={thread.key} {...{ campaignId, world, review, thread }} />
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** A new one has its key from its first word on, so that the board says whether it has it. */
function NewThread({
  campaignId,
  review,
  threads,
}: Omit<Props, 'world'> & { threads: readonly WorldThread[] }) {
  const form = useKeptDraft(`thread ${campaignId}`, { key: '', text: '' });
  const { forget, write } = form;
  const { key, text } = form.fields;
  const added = threads.find((thread) => thread.key === key);
  useEffect(() => {
    if (added === undefined) return;
    if (['', added.text].includes(text.trim())) forget();
    // The board got an earlier text without saying so: what was written since is another thread.
    else write({ key: randomKey() });
  }, [added, text, forget, write]);
  function add(event: FormEvent) {
    event.preventDefault();
    const words = text.trim();
    if (words === '') return;
    review.change(
      [changedThread({ key, revision: 0, edit: null, state: 'open' }, { text: words, isOwn: true })],
      `“${words}” is added.`,
    );
  }
  return (
    <form className="world-merge" onSubmit={add}>
      <Field
        label="Add a thread"
        value={text}
        maxLength={LONGEST}
        readOnly={review.isChanging}
        onChange={({ target }) => form.write({ key: key || randomKey(), text: target.value })}
      />
      {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
      <Button type="submit" busy={review.isChanging}>
        Add
      </Button>
    </form>
  );
}

function Thread({ campaignId, world, review, thread }: Props & { thread: WorldThread }) {
  const draft = useDraftLine(`thread ${campaignId} ${thread.key}`, thread.text);
  const { kind, state, opened, touched, silentFor } = thread;
  const isLive = state === 'open' || state === 'waiting';
  const short = thread.text.length > 60 ? `${thread.text.slice(0, 59).trimEnd()}…` : thread.text;

  function save(words: string) {
    if (words === '') draft.forget();
    else if (words !== thread.text)
      review.change([changedThread(thread, { text: words })], 'The thread is saved.');
  }

  return (
    <li className="world-name">
      {draft.isOpen ? (
        <DraftLine
          draft={draft}
          label="Words of the thread"
          longest={LONGEST}
          busy={review.isChanging}
          onSave={save}
        />
      ) : (
        <span>{thread.text}</span>
      )}
      <span className="muted">
        {[
          kinds[kind],
          opened === null ? 'Added by you' : `Opened in ${sessionTitle(world, opened.sessionId)}`,
          touched === null
            ? ''
            : `${touched.name} last mentioned in ${sessionTitle(world, touched.sessionId)}`,
        ]
          .filter(Boolean)
          .join(' · ')}
      </span>
      {isLive && silentFor >= SILENT ? (
        <span className="world-silent">Silent for {countOf(silentFor, 'session')}</span>
      ) : null}
      <div className="world-thread-actions">
        {opened === null ? null : <PlaceLinks {...{ campaignId, world }} place={opened} of={short} />}
        {touched === null ? null : (
          <PlaceLinks {...{ campaignId, world }} place={touched} of={`${short}, last mentioned`} />
        )}
        <Select
          label="State"
          aria-label={`State of ${short}`}
          value={state}
          disabled={review.isChanging}
          choices={states}
          onChoose={(to) => {
            const { label } = present(
              states.find(({ key }) => key === to),
              'state',
            );
            review.change([changedThread(thread, { state: to })], `“${short}” is now “${label}”.`);
          }}
        />
        {draft.isOpen ? null : (
          <Button kind="quiet" busy={review.isChanging} aria-label={`Edit ${short}`} onClick={draft.open}>
            Edit
          </Button>
        )}
        {thread.edit === null ? null : (
          <Button
            kind="quiet"
            busy={review.isChanging}
            aria-label={`Remove my changes to ${short}`}
            onClick={() =>
              review.change(
                [{ key: thread.key, revision: thread.revision, edit: null }],
                kind === 'promise' || opened === null
                  ? 'The thread is removed.'
                  : 'Your changes to the thread are gone.',
              )
            }
          >
            {kind === 'promise' || opened === null ? 'Remove' : 'Remove my changes'}
          </Button>
        )}
      </div>
    </li>
  );
}
