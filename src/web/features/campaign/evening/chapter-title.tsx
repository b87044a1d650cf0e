import { type FormEvent, useId } from 'react';
import type { Chapter } from '#contract/analysis-result.ts';
import { useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { Button } from '#web/ui/button.tsx';
import { chapterName } from './evening-places.ts';

interface ChapterTitleProps {
  chapter: Chapter;
  index: number;
  onRename: (title: string | null) => void;
}

/** A chapter is renamed by a press on its title; an empty title brings the first one back. */
export function ChapterTitle({ chapter, index, onRename }: ChapterTitleProps) {
  const { draft, write, discard } = useRecordChange();
  const id = useId();
  const name = chapterName(chapter, index);
  if (draft === null)
    return (
      <h4>
        <button
          type="button"
          className="chapter-rename"
          data-heading
          title="Rename this chapter"
          onClick={() => write({ title: chapter.ownTitle ?? chapter.title?.text ?? '' })}
        >
          {name}
        </button>
      </h4>
    );
  function save(event: FormEvent) {
    event.preventDefault();
    const title = draft?.title?.trim() ?? '';
    discard();
    if (title !== (chapter.ownTitle ?? chapter.title?.text ?? '')) onRename(title === '' ? null : title);
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
        value={draft.title ?? ''}
        // biome-ignore lint/a11y/noAutofocus: the user has just pressed the title.
        autoFocus
        onChange={({ target }) => write({ title: target.value })}
        onKeyDown={({ key }) => key === 'Escape' && discard()}
      />
      <Button kind="primary" type="submit">
        Rename
      </Button>
      <Button onClick={discard}>Cancel</Button>
    </form>
  );
}
