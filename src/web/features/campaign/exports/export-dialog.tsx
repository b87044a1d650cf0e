import { useRef, useState } from 'react';
import { type ExportFormat, exportFormats } from '#contract/export-formats.ts';
import { type ExportPlace, useNotesExport } from '#web/flows/notes-export/use-notes-export.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Choices } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { FileButton } from '#web/ui/file-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { DiscordMessages } from './discord-messages.tsx';
import './exports.css';

type Audience = 'gm' | 'players' | 'public';

const audiences: readonly { key: Audience; label: string; text: string }[] = [
  { key: 'gm', label: 'Game master', text: 'Everything.' },
  { key: 'players', label: 'Players', text: 'Everything except what only you may see.' },
  { key: 'public', label: 'Everyone', text: 'Only what is public.' },
];

const longerReadHint = {
  gm: 'After your notes: the evening’s other passages, about twice as many. Hidden ones are left out.',
  others: 'More passages of the evening, for sessions whose chapters these readers may see.',
};

interface ExportDialogProps {
  place: ExportPlace;
  title: string;
  onClose: () => void;
}

export function ExportDialog({ place, title, onClose }: ExportDialogProps) {
  const [audience, setAudience] = useState<Audience>('gm');
  const [format, setFormat] = useState<ExportFormat>('markdown');
  const [asked, setAsked] = useState<boolean | null>(null);
  const vault = useRef<File>(null);
  const entry = exportFormats.find((one) => one.format === format) ?? exportFormats[0];
  const isLonger = entry.longerRead !== 'never' && (asked ?? entry.longerRead === 'byDefault');
  const exporting = useNotesExport(() => ({
    place,
    query: { format, audience, longerRead: isLonger ? 'yes' : 'no' },
    fileName: `${title}.${entry.extension}`,
    vault: vault.current,
  }));
  const isVault = format === 'obsidian' && place.sessionId === null;

  function choose<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      exporting.chooseAnew();
      set(value);
    };
  }

  return (
    <Dialog open wide title={place.sessionId === null ? 'Export campaign' : 'Export notes'} onClose={onClose}>
      <div className="exports">
        <Choices
          legend="Who will read it?"
          cards
          choices={audiences}
          selected={audience}
          onChoose={choose(setAudience)}
        />
        <Choices
          legend="Format"
          choices={exportFormats.map(({ format: key, title: label, use: text }) => ({ key, label, text }))}
          selected={format}
          onChoose={choose(setFormat)}
        />
        {entry.longerRead === 'never' ? null : (
          <Checkbox
            label="With the longer read"
            hint={longerReadHint[audience === 'gm' ? 'gm' : 'others']}
            checked={isLonger}
            onChange={({ target }) => choose(setAsked)(target.checked)}
          />
        )}
        {exporting.failure ? <Notice kind="error">{exporting.failure}</Notice> : null}
        {exporting.isSaved ? <Notice kind="success">The file is in this device’s downloads.</Notice> : null}
        <div className="button-row">
          <Button kind="primary" busy={exporting.isPreparing} onClick={exporting.request}>
            Download {entry.title}
          </Button>
          {isVault ? (
            <FileButton
              disabled={exporting.isPreparing}
              label="Zip of your vault"
              accept=".zip"
              onFiles={([file = null]) => {
                vault.current = file;
                exporting.chooseVault();
              }}
            >
              Update a vault
            </FileButton>
          ) : null}
        </div>
        {isVault ? (
          <p className="muted">
            Already have a vault from Hearthscribe? Choose a zip of it under “Update a vault”: we update our
            parts and keep everything you wrote.
          </p>
        ) : null}
        {format === 'discord' && place.sessionId !== null ? (
          <DiscordMessages key={audience} sessionId={place.sessionId} audience={audience} />
        ) : null}
      </div>
    </Dialog>
  );
}
