import { type FormEvent, useEffect, useId } from 'react';
import type { Chapter } from '#contract/analysis-result.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { type LastNotice, useOnlyNotice } from '#web/flows/record-change/use-only-notice.ts';
import { type Change, useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { Button } from '#web/ui/button.tsx';
import { chapterName } from './evening-places.ts';

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
  const changes = useRecordChange(place);
  const { draft, open, write, discard, isSaving } = changes;
  useEffect(() => open(null), [open]);
  useOnlyNotice(changes, last);
  const id = useId();
  const name = chapterName(chapter, index);
  const before = chapter.ownTitle ?? chapter.title?.text ?? '';
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
            onClick={() => open({ title: before })}
          >
            {name}
          </button>
        </h4>
        <ChangeNotice changes={changes} />
      </>
    );
  function save(event: FormEvent) {
    event.preventDefault();
    const title = draft?.title?.trim() ?? '';
    if (title === before) discard();
    else changes.submit(renaming(title === '' ? null : title));
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
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the title.
        autoFocus
        onChange={({ target }) => write({ title: target.value })}
        onKeyDown={({ key }) => key === 'Escape' && changes.close()}
      />
      <Button kind="primary" type="submit" busy={isSaving}>
        Rename
      </Button>
      <Button disabled={isSaving} onClick={discard}>
        Cancel
      </Button>
      <ChangeNotice changes={changes} />
    </form>
  );
}
