import { type FormEvent, useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { useNotesImport } from '#web/flows/notes-import/use-notes-import.ts';
import { useNotesPosting } from '#web/flows/notes-posting/use-notes-posting.ts';
import { useOpenVoices } from '#web/flows/voice-erasure/use-voice-erasure.ts';
import { useChangeSession, useTranscript } from '#web/hooks/data-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { blankTitle, day } from '#web/ui/text.ts';
import { WhoIsWhoButton } from '../cast/who-is-who-button.tsx';
import { PleaseCheckButton } from '../check/please-check-button.tsx';
import { ExportDialog } from '../exports/export-dialog.tsx';
import { recordingLength, sessionStateNames } from '../workspace/session-mark.tsx';
import { ShareButton } from '../workspace/share-button.tsx';
import { SuggestionsButton } from '../workspace/suggestions-button.tsx';
import { AtTheTable } from './at-the-table.tsx';

interface SessionHeaderProps {
  session: Session;
  items: readonly MenuItem[];
  /** Imported, or written by hand. */
  hasOnlyNotes: boolean;
  onReload: () => Promise<Session | undefined>;
  onDelete: () => void;
}

export function SessionHeader({ session, items, hasOnlyNotes, onReload, onDelete }: SessionHeaderProps) {
  const [editing, setEditing] = useState(false);
  const [exporting, setExporting] = useState(false);
  const notesImport = useNotesImport();
  const notesPosting = useNotesPosting();
  const openVoices = useOpenVoices();
  const transcript = useTranscript(session.transcriptId);
  const place = { campaignId: session.campaignId, sessionId: session.id };
  return (
    <div className="overview-head session-head">
      <div>
        <PageHeading title={session.title} />
        <div className="session-facts muted">
          <span>
            {[
              day(session.playedAt ?? session.createdAt),
              recordingLength(session),
              hasOnlyNotes
                ? 'Notes without a recording'
                : session.state === 'ready'
                  ? null
                  : sessionStateNames[session.state],
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <PleaseCheckButton campaignId={session.campaignId} sessionId={session.id} />
          <AtTheTable speakers={transcript.data?.speakers ?? []} />
        </div>
      </div>
      <div className="button-row">
        <SuggestionsButton
          kind="session"
          id={session.id}
          title={session.title}
          campaignId={session.campaignId}
        />
        <WhoIsWhoButton session={session} />
        <ShareButton kind="session" id={session.id} title={session.title} />
        <Menu
          label="Session settings"
          icon="more"
          iconOnly
          items={[
            { key: 'edit', label: 'Edit title and date', icon: 'pencil', onChoose: () => setEditing(true) },
            { key: 'export', label: 'Export notes', icon: 'copy', onChoose: () => setExporting(true) },
            {
              key: 'import',
              label: 'Import notes',
              icon: 'upload',
              onChoose: () => notesImport.open(place),
            },
            {
              key: 'post',
              label: 'Post to Discord',
              icon: 'send',
              onChoose: () => notesPosting.open(place),
            },
            ...items,
            ...(session.transcriptId === null
              ? []
              : [
                  {
                    key: 'eraseVoice',
                    label: 'Erase a voice',
                    icon: 'microphone' as const,
                    onChoose: () => openVoices(session),
                  },
                ]),
            { key: 'delete', label: 'Delete session', icon: 'trash', danger: true, onChoose: onDelete },
          ]}
        />
      </div>
      {exporting ? (
        <ExportDialog place={place} title={session.title} onClose={() => setExporting(false)} />
      ) : null}
      {editing ? (
        <EditSessionDialog session={session} onReload={onReload} onClose={() => setEditing(false)} />
      ) : null}
    </div>
  );
}

function EditSessionDialog({
  session,
  onReload,
  onClose,
}: Pick<SessionHeaderProps, 'session' | 'onReload'> & { onClose: () => void }) {
  const change = useChangeSession();
  const [title, setTitle] = useState(session.title);
  const [playedOn, setPlayedOn] = useState(session.playedAt?.slice(0, 10) ?? '');
  const [theirs, setTheirs] = useState<Session | null>(null);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBlank, setBlank] = useState(false);

  function save(event: FormEvent) {
    event.preventDefault();
    setFailure(null);
    setBlank(title.trim() === '');
    if (title.trim() === '') return;
    change.mutate(
      {
        id: session.id,
        revision: session.revision,
        changes: { title: title.trim(), playedAt: playedOn ? `${playedOn}T00:00:00.000Z` : null },
      },
      {
        onSuccess: onClose,
        onError: async (error) => {
          if (error.code === 'staleRevision') setTheirs((await onReload()) ?? null);
          else setFailure(error.message);
        },
      },
    );
  }

  return (
    <Dialog open title="Edit session" onClose={onClose}>
      <form className="campaign-form" onSubmit={save}>
        <Field
          label="Title"
          required
          maxLength={200}
          autoComplete="off"
          value={title}
          error={isBlank ? blankTitle : undefined}
          onChange={(event) => setTitle(event.target.value)}
        />
        <Field
          label="Played on"
          optional
          type="date"
          value={playedOn}
          onChange={(event) => setPlayedOn(event.target.value)}
        />
        {failure ? <Notice kind="error">{failure}</Notice> : null}
        {theirs ? (
          <Notice kind="warning" title="This was changed elsewhere while you were editing">
            <p>
              It says “{theirs.title}”{theirs.playedAt ? `, played ${day(theirs.playedAt)}` : ''} there now.
              Saving replaces that with yours.
            </p>
            <Button
              onClick={() => {
                setTitle(theirs.title);
                setPlayedOn(theirs.playedAt?.slice(0, 10) ?? '');
              }}
            >
              Use that version
            </Button>
          </Notice>
        ) : null}
        <div className="button-row">
          <Button kind="primary" type="submit" busy={change.isPending}>
            {theirs ? 'Save mine' : 'Save'}
          </Button>
          <Button onClick={onClose}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
