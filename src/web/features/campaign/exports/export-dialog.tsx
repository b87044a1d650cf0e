import { useRef, useState } from 'react';
import { type ExportFormat, exportFormats } from '#contract/export-formats.ts';
import { type ExportPlace, useExportNotes } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox, Choices } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
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
  gm: 'All passages of the evening that you have not hidden, three times as many, after your notes.',
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
  const exporting = useExportNotes();
  const vault = useRef<HTMLInputElement>(null);
  const entry = exportFormats.find((one) => one.format === format) ?? exportFormats[0];
  const isLonger = entry.longerRead !== 'never' && (asked ?? entry.longerRead === 'byDefault');
  const save = (given: { vault?: File } = {}) =>
    exporting.mutate({
      place,
      format,
      audience,
      longerRead: isLonger ? 'yes' : 'no',
      fileName: `${title}.${entry.extension}`,
      ...given,
    });
  const isVault = format === 'obsidian' && place.sessionId === null;

  function choose<Value>(set: (value: Value) => void) {
    return (value: Value) => {
      exporting.reset();
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
        {exporting.error ? <Notice kind="error">{exporting.error.message}</Notice> : null}
        {exporting.isSuccess ? <Notice kind="success">The file is in this device’s downloads.</Notice> : null}
        <div className="button-row">
          <Button kind="primary" busy={exporting.isPending} onClick={() => save()}>
            Download {entry.title}
          </Button>
          {isVault ? (
            <Button disabled={exporting.isPending} onClick={() => vault.current?.click()}>
              Update a vault
            </Button>
          ) : null}
        </div>
        {isVault ? (
          <>
            <p className="muted">
              Already have a vault from Hearthscribe? Choose a zip of it under “Update a vault”: we update our
              parts and keep everything you wrote.
            </p>
            <input
              ref={vault}
              type="file"
              className="visually-hidden"
              tabIndex={-1}
              accept=".zip"
              aria-label="Zip of your vault"
              onChange={(event) => {
                const [file] = event.target.files ?? [];
                if (file) save({ vault: file });
                event.target.value = '';
              }}
            />
          </>
        ) : null}
        {format === 'discord' && place.sessionId !== null ? (
          <DiscordMessages key={audience} sessionId={place.sessionId} audience={audience} />
        ) : null}
      </div>
    </Dialog>
  );
}
