import { type FormEvent, useState } from 'react';
import { useImportNames } from '#web/hooks/names-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countOf } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';

interface NameListImportProps {
  campaignId: string;
  onEnd: () => void;
}

/** Adds the names of a pasted list to the glossary. */
export function NameListImport({ campaignId, onEnd }: NameListImportProps) {
  const importing = useImportNames(campaignId);
  const [list, setList] = useState('');
  const result = importing.data;

  function submit(event: FormEvent) {
    event.preventDefault();
    if (list.trim() !== '') importing.mutate(list);
  }

  if (result) {
    const known = result.skipped.filter(({ reason }) => reason === 'known').length;
    const long = result.skipped.filter(({ reason }) => reason === 'tooLong');
    return (
      <>
        <Notice kind="success">
          {countOf(result.added.length, 'name')} added.
          {known > 0 ? ` ${known === 1 ? 'One was' : `${known} were`} there already.` : ''}
        </Notice>
        {long.length > 0 ? (
          <Notice kind="warning" title="Too long to be a name">
            <ul>
              {long.map(({ line }) => (
                <li key={line}>{line}</li>
              ))}
            </ul>
          </Notice>
        ) : null}
        <div className="button-row">
          <Button kind="primary" onClick={onEnd}>
            Done
          </Button>
        </div>
      </>
    );
  }

  return (
    <form className="name-form" aria-label="Paste a list" onSubmit={submit}>
      {importing.error ? <Notice kind="error">{importing.error.message}</Notice> : null}
      <TextArea
        label="Names, one a line"
        hint="With a kind, other names and a note if you like: Emon (location) = the Capital: seat of the council"
        rows={8}
        limit={100_000}
        value={list}
        autoFocus
        onChange={(event) => setList(event.target.value)}
      />
      <div className="button-row">
        <Button kind="primary" type="submit" busy={importing.isPending} disabled={list.trim() === ''}>
          Add these names
        </Button>
        <Button disabled={importing.isPending} onClick={onEnd}>
          Cancel
        </Button>
      </div>
    </form>
  );
}
