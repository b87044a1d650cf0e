import type { ImportChoice, ImportPreview, NotesImport } from '#contract/exports.ts';
import { useNotesImport } from '#web/flows/notes-import/use-notes-import.ts';
import { useLatestImport } from '#web/hooks/data-hooks.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Disclosure } from '#web/ui/disclosure.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { LateMarkdown } from '#web/ui/late-markdown.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countOf, dayAndTime } from '#web/ui/text.ts';
import { ImportedFileFacts } from '../file-facts/imported-file-facts.tsx';
import { inOrder } from './in-order.ts';
import './exports.css';

export function ImportDialog() {
  const notesImport = useNotesImport();
  if (notesImport.step === 'closed') return null;
  return (
    <Dialog open wide title="Import notes" onClose={notesImport.close}>
      <OpenImport {...notesImport} />
    </Dialog>
  );
}

type Import = ReturnType<typeof useNotesImport>;

function OpenImport(notesImport: Import) {
  const { step, place, file, preview, failure, written, can } = notesImport;
  const latest = useLatestImport(place?.campaignId ?? null);
  return (
    <div className="exports">
      {step === 'choosing' ? (
        <>
          <p>
            Choose a Hearthscribe JSON file, a zip of an Obsidian vault from Hearthscribe, or Markdown with a
            heading (##) for each section. You see what would change before anything is saved.
          </p>
          {latest.data ? (
            <p className="muted">
              Last import, {dayAndTime(latest.data.importedAt)}: {whatChanged(latest.data)}
            </p>
          ) : null}
        </>
      ) : null}
      {step === 'reading' ? <p role="status">Reading the file …</p> : null}
      {step === 'previewed' && preview ? <Preview {...notesImport} preview={preview} /> : null}
      {step === 'writing' ? <p role="status">Importing …</p> : null}
      {failure ? <Notice kind="error">{failure.message}</Notice> : null}
      {step === 'written' && written ? (
        <Notice kind="success" title="Notes imported">
          {whatChanged(written)}
        </Notice>
      ) : null}
      {step === 'written' && file && place?.sessionId ? (
        <ImportedFileFacts sessionId={place.sessionId} file={file} />
      ) : null}
      {step === 'undoing' ? <p role="status">Undoing …</p> : null}
      {step === 'undone' ? (
        <Notice kind="success">The import was undone. Your notes are as they were before it.</Notice>
      ) : null}
      <div className="button-row">
        {step === 'previewed' ? (
          <Button kind="primary" onClick={notesImport.confirm}>
            Import
          </Button>
        ) : null}
        {can.chooseFile ? <FileChoice {...notesImport} /> : null}
        {can.undo && (step !== 'choosing' || latest.data) ? (
          <Button icon="undo" onClick={notesImport.undo}>
            Undo import
          </Button>
        ) : null}
      </div>
    </div>
  );
}

function FileChoice({ step, chooseFile }: Import) {
  const isFirst = step === 'choosing';
  return (
    <FileButton
      kind={isFirst || step === 'failed' ? 'primary' : 'secondary'}
      icon="upload"
      label="Notes file"
      accept=".json,.zip,.md,.markdown,.txt"
      onFiles={([file]) => file && chooseFile(file)}
    >
      {isFirst ? 'Choose a file' : 'Choose another file'}
    </FileButton>
  );
}

const choices: readonly { key: ImportChoice; label: string; text: string }[] = [
  { key: 'keep', label: 'Keep mine', text: 'Only new sections are added.' },
  { key: 'append', label: 'Add below', text: 'The file’s text goes below yours.' },
  { key: 'replace', label: 'Replace mine', text: 'The file’s text replaces yours.' },
];

function Preview({ preview, existing, chooseExisting }: Import & { preview: ImportPreview }) {
  const sections = preview.sessions.flatMap((session) => session.sections);
  const changed = sections.filter(({ change }) => change === 'changed').length;
  const isSame = sections.every(({ change }) => change === 'same');
  return (
    <>
      {preview.warnings.map((warning) => (
        <Notice key={warning} kind="warning">
          {warning}
        </Notice>
      ))}
      {isSame ? <Notice kind="information">Your notes already say all of this.</Notice> : null}
      {changed > 0 ? (
        <Choices
          legend={`${countOf(changed, 'section')} already ${changed === 1 ? 'has' : 'have'} other text`}
          cards
          choices={choices}
          selected={existing}
          onChoose={chooseExisting}
        />
      ) : null}
      <ul className="import-preview" aria-label="What the file would change">
        {inOrder(preview.sessions).map(({ number, item: session }) => (
          <li key={number}>
            <h3 dir="auto">{session.title}</h3>
            <p className="muted">{session.into ? `Into “${session.into.title}”` : 'A new session'}</p>
            {inOrder(session.sections).map(({ number: at, item: section }) => (
              <SectionPreview key={at} {...section} />
            ))}
          </li>
        ))}
      </ul>
    </>
  );
}

type PreviewedSection = ImportPreview['sessions'][number]['sections'][number];

const changeNames = { new: 'New', changed: 'Differs', same: 'Unchanged' } as const;
const changeKinds = { new: 'calm', changed: 'ember', same: 'plain' } as const;

function SectionPreview({ title, change, text, present }: PreviewedSection) {
  return (
    <Disclosure
      title={
        <span className="import-section-title">
          <span dir="auto">{title}</span> <Badge kind={changeKinds[change]}>{changeNames[change]}</Badge>
        </span>
      }
    >
      {present === null ? null : (
        <>
          <h4>In your notes</h4>
          <LateMarkdown below={3} text={present} />
          <h4>In the file</h4>
        </>
      )}
      <LateMarkdown below={3} text={text} />
    </Disclosure>
  );
}

function whatChanged({ sessionsAdded, sessionsChanged }: NotesImport): string {
  const parts = [
    sessionsAdded > 0 ? `${countOf(sessionsAdded, 'session')} added` : '',
    sessionsChanged > 0 ? `${countOf(sessionsChanged, 'session')} changed` : '',
  ].filter(Boolean);
  return parts.length === 0 ? 'Nothing needed to change.' : `${parts.join(', ')}.`;
}
