import { type FormEvent, useId, useRef } from 'react';
import type { Chapter } from '#contract/analysis-result.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { StaleNotice } from '#web/flows/record-change/stale-notice.tsx';
import { type LastNotice, useOnlyNotice } from '#web/flows/record-change/use-only-notice.ts';
import { type Change, staleRecord, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { Button } from '#web/ui/button.tsx';
import { chapterName } from './evening-places.ts';
import { titleOf } from './use-evening-acts.ts';

interface ChapterTitleProps {
  /** Of what is written and not saved. */
  place: string;
  chapter: Chapter;
  index: number;
  renaming: (title: string | null) => Change;
  last: LastNotice;
}

/** A chapter is renamed by a press on its title; an empty title brings the first one back. */
export function ChapterTitle({ place, chapter, index, renaming, last }: ChapterTitleProps) {
  const says = titleOf(chapter);
  const { title } = says;
  const changes = useRecordChange(place, { says });
  const { draft, theirs, open, write, discard, isSaving } = changes;
  useOnlyNotice(changes, last);
  const id = useId();
  const name = chapterName(chapter, index);
  const hasPressed = useRef(false);
  if (draft === null)
    return (
      <>
        <h4>
          <button
            type="button"
            className="chapter-rename"
            data-heading
            title="Rename this chapter"
            disabled={!changes.can.open}
            onClick={() => {
              hasPressed.current = true;
              open(says);
            }}
          >
            {name}
          </button>
        </h4>
        <ChangeNotice changes={changes} />
      </>
    );
  function save(event: FormEvent) {
    event.preventDefault();
    const written = draft?.title?.trim() ?? '';
    if (written === title) return discard();
    const change = renaming(written === '' ? null : written);
    const isStale = (theirs ?? draft)?.before !== title;
    changes.submit(isStale ? { ...change, save: () => Promise.reject(staleRecord(says)) } : change);
  }
  return (
    <form className="chapter-form" onSubmit={save}>
      <label className="visually-hidden" htmlFor={id}>
        Title of chapter {index + 1}
      </label>
      <input
        id={id}
        className="field-control"
        maxLength={200}
        readOnly={isSaving}
        value={draft.title ?? ''}
        // biome-ignore lint/a11y/noAutofocus: only where the user has just pressed to write.
        autoFocus={hasPressed.current}
        onChange={({ target }) => write({ ...draft, title: target.value })}
        onKeyDown={({ key }) => key === 'Escape' && changes.close()}
      />
      <Button kind="primary" type="submit" busy={isSaving}>
        {theirs === null ? 'Rename' : 'Save mine'}
      </Button>
      <Button disabled={isSaving} onClick={discard}>
        Cancel
      </Button>
      {theirs === null ? null : (
        <StaleNotice while="writing" onTakeTheirs={changes.takeTheirs}>
          <p>It is called “{theirs.title}” now. Saving replaces that with yours.</p>
        </StaleNotice>
      )}
      <ChangeNotice changes={changes} />
    </form>
  );
}
