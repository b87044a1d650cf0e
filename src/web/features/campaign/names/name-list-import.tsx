import { useRef } from 'react';
import { useNameList } from '#web/flows/name-list/use-name-list.ts';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { useImportNames } from '#web/hooks/names-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import '#web/ui/more-icons.ts';
import { countOf } from '#web/ui/text.ts';
import { TextArea } from '#web/ui/text-area.tsx';

interface NameListImportProps {
  campaignId: string;
  onEnd: () => void;
}

export function NameListImport({ campaignId, onEnd }: NameListImportProps) {
  const { mutateAsync } = useImportNames(campaignId);
  const files = useRef<readonly File[]>([]);
  const kept = useKeptDraft(`names ${campaignId}`, { list: '' });
  const names = useNameList({
    list: kept.fields.list,
    read: async () => (await import('./names-of-files.ts')).namesOfFiles(files.current),
    add: async (list) => {
      const { added, skipped } = await mutateAsync(list);
      kept.forget();
      return {
        added: added.length,
        known: skipped.filter(({ reason }) => reason === 'known').length,
        tooLong: skipped.flatMap(({ line, reason }) => (reason === 'tooLong' ? [line] : [])),
      };
    },
  });

  if (names.added) {
    const { added, known, tooLong } = names.added;
    return (
      <>
        <Notice kind="success">
          {countOf(added, 'name')} added.
          {known > 0 ? ` ${known === 1 ? 'One was' : `${known} were`} there already.` : ''}
        </Notice>
        {tooLong.length > 0 ? (
          <Notice kind="warning" title="Too long to be a name">
            <ul>
              {tooLong.map((line) => (
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
    <form
      className="name-form"
      aria-label="Paste a list"
      onSubmit={(event) => {
        event.preventDefault();
        names.submit();
      }}
    >
      {names.failure ? <Notice kind="error">{names.failure}</Notice> : null}
      {kept.warning ? <Notice kind="warning">{kept.warning}</Notice> : null}
      <div>
        <FileButton
          icon="folder"
          busy={names.isReading}
          disabled={names.isAdding}
          label="Files with names"
          accept=".zip,.md,.json"
          multiple
          onFiles={(chosen) => {
            files.current = chosen;
            names.chooseFiles();
          }}
        >
          Read names from files
        </FileButton>
        <p className="field-hint">
          A vault as a zip file, an export of World Anvil or Kanka, or single Markdown notes. They stay in
          this browser; only the list is sent to the server.
        </p>
      </div>
      {names.found ? <Found {...names.found} /> : null}
      <TextArea
        label="Names, one per line"
        hint="Optionally with a kind, other names and a note: Emon (location) = the Capital: seat of the council"
        rows={8}
        limit={100_000}
        value={names.list}
        disabled={names.isAdding}
        autoFocus
        onChange={({ target }) => {
          names.write(target.value);
          kept.write({ list: target.value });
        }}
      />
      <div className="button-row">
        <Button
          kind="primary"
          type="submit"
          busy={names.isAdding}
          disabled={names.isReading || names.list.trim() === ''}
        >
          Add these names
        </Button>
        <Button
          disabled={names.isAdding}
          onClick={() => {
            kept.forget();
            onEnd();
          }}
        >
          Cancel
        </Button>
      </div>
    </form>
  );
}

function Found({ count, skipped }: { count: number; skipped: number }) {
  const left = skipped > 0 ? ` ${countOf(skipped, 'note')} did not say what kind of name it is.` : '';
  return count > 0 ? (
    <Notice kind="success">
      {countOf(count, 'name')} found. Check them, then add them.{left}
    </Notice>
  ) : (
    <Notice kind="warning">
      No names were found.{left} Notes need a folder such as “NPCs” or “Locations”, or a type in their front
      matter.
    </Notice>
  );
}
