import { type FormEvent, useRef, useState } from 'react';
import { useImportNames } from '#web/hooks/names-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import '#web/ui/more-icons.ts';
import { countOf } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';

interface NameListImportProps {
  campaignId: string;
  onEnd: () => void;
}

interface Read {
  kind: 'success' | 'warning' | 'error';
  text: string;
}

export function NameListImport({ campaignId, onEnd }: NameListImportProps) {
  const importing = useImportNames(campaignId);
  const [list, setList] = useState('');
  const [read, setRead] = useState<Read | null>(null);
  const input = useRef<HTMLInputElement>(null);
  const result = importing.data;

  async function fillFrom(files: readonly File[]) {
    if (files.length === 0) return;
    try {
      const { namesOfFiles } = await import('./names-of-files.ts');
      const { list: found, count, skipped } = await namesOfFiles(files);
      if (count > 0) setList((before) => [before.trim(), found].filter(Boolean).join('\n'));
      const left = skipped > 0 ? ` ${countOf(skipped, 'note')} did not say what kind of name it is.` : '';
      setRead(
        count > 0
          ? {
              kind: 'success',
              text: `${countOf(count, 'name')} found. Check them, then add them.${left}`,
            }
          : {
              kind: 'warning',
              text: `No names were found.${left} Notes need a folder such as “NPCs” or “Locations”, or a type in their front matter.`,
            },
      );
    } catch (error) {
      setRead({
        kind: 'error',
        text: error instanceof Error ? error.message : 'This file could not be read.',
      });
    }
  }

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
      <div>
        <Button icon="folder" onClick={() => input.current?.click()}>
          Read names from files
        </Button>
        <input
          ref={input}
          type="file"
          className="visually-hidden"
          tabIndex={-1}
          multiple
          accept=".zip,.md,.json"
          aria-label="Files with names"
          onChange={(event) => {
            void fillFrom([...(event.target.files ?? [])]);
            event.target.value = '';
          }}
        />
        <p className="field-hint">
          A vault as a zip file, an export of World Anvil or Kanka, or single Markdown notes. They stay in
          this browser; only the list is sent to the server.
        </p>
      </div>
      {read ? <Notice kind={read.kind}>{read.text}</Notice> : null}
      <TextArea
        label="Names, one per line"
        hint="Optionally with a kind, other names and a note: Emon (location) = the Capital: seat of the council"
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
