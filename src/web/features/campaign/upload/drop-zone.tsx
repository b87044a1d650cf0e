import { type DragEvent, useEffect, useRef, useState } from 'react';
import { audioEndings } from '#contract/audio-formats.ts';
import { documentEndings, transcriptEndings, transcriptKinds } from '#contract/transcript-formats.ts';
import { FileButton } from '#web/ui/file-button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';

const hasEnding = (...endings: readonly string[]) => new RegExp(`\\.(${endings.join('|')})$`, 'i');
const transcriptName = hasEnding(...transcriptEndings, ...documentEndings);
const notOneOfSeveral = hasEnding(...transcriptEndings, ...documentEndings, 'zip');
const trackList = 'info.txt';

const accepted = [
  'audio/*',
  'video/mp4',
  'video/webm',
  'video/quicktime',
  ...['zip', ...audioEndings, ...transcriptEndings].map((ending) => `.${ending}`),
].join(',');

interface DropZoneProps {
  disabled?: boolean;
  action?: string;
  onRecordings: (files: readonly File[]) => void;
  onTranscript: (file: File) => void;
}

export function DropZone({
  disabled = false,
  action = 'Choose a file',
  onRecordings,
  onTranscript,
}: DropZoneProps) {
  const [over, setOver] = useState(false);
  const [isMixed, setMixed] = useState(false);

  function take(chosen: readonly File[]) {
    const [file] = chosen;
    if (!file || disabled) return;
    const isOne = chosen.length === 1;
    const mixed = !isOne && chosen.some(({ name }) => notOneOfSeveral.test(name) && name !== trackList);
    setMixed(mixed);
    if (mixed) return;
    if (isOne && transcriptName.test(file.name)) onTranscript(file);
    else onRecordings(chosen);
  }

  const takeLatest = useRef(take);
  takeLatest.current = take;
  useEffect(() => {
    const paste = (event: ClipboardEvent) => {
      if (event.clipboardData?.files.length) takeLatest.current([...event.clipboardData.files]);
    };
    document.addEventListener('paste', paste);
    return () => document.removeEventListener('paste', paste);
  }, []);

  function drop(event: DragEvent) {
    event.preventDefault();
    setOver(false);
    take([...event.dataTransfer.files]);
  }

  return (
    <div className="drop-zone-frame">
      {/* biome-ignore lint/a11y/noStaticElementInteractions: dropping is one more way beside the button. */}
      <div
        className="drop-zone"
        data-over={over || undefined}
        onDragOver={(event) => {
          event.preventDefault();
          setOver(true);
        }}
        onDragLeave={() => setOver(false)}
        onDrop={drop}
      >
        <Icon name="upload" />
        <p className="drop-zone-title">Drop the recording of the session here</p>
        <FileButton
          kind="primary"
          disabled={disabled}
          label="Recording or transcript"
          accept={accepted}
          multiple
          onFiles={take}
        >
          {action}
        </FileButton>
        <p className="muted">
          MP3 is best; M4A, WAV, FLAC, OGG, WebM and MP4 are fine, up to 12 hours. You can paste a file as
          well.
        </p>
        <p className="muted">One track per player? Drop Craig’s zip. In several parts? Drop them together.</p>
        <p className="muted">Have a transcript already? {transcriptKinds}.</p>
      </div>
      {isMixed ? (
        <Notice kind="error">
          These files don’t go together. Choose the recordings of one evening, or one zip, or one transcript.
        </Notice>
      ) : null}
    </div>
  );
}
