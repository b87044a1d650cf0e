import { useState } from 'react';
import type { Session } from '#contract/sessions.ts';
import { useOpenImport } from '#web/flows/notes-import/use-notes-import.ts';
import { useOpenPosting } from '#web/flows/notes-posting/use-notes-posting.ts';
import { ChangeNotice } from '#web/flows/record-change/change-notice.tsx';
import { useRecordChange } from '#web/flows/record-change/use-record-change.ts';
import { useOpenVoices } from '#web/flows/voice-erasure/use-voice-erasure.ts';
import { useTranscript } from '#web/hooks/data-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { unnamedVoices } from '#web/results/attendance.ts';
import { Menu, type MenuItem } from '#web/ui/menu.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { countOf, day } from '#web/ui/text.ts';
import { WhoIsWhoButton } from '../cast/who-is-who-button.tsx';
import { PleaseCheckButton } from '../check/please-check-button.tsx';
import { recordingLength, sessionStateNames } from '../workspace/session-mark.tsx';
import { ShareButton } from '../workspace/share-button.tsx';
import { SuggestionsButton } from '../workspace/suggestions-button.tsx';
import { AtTheTable } from './at-the-table.tsx';
import { fieldsOf } from './session-fields.ts';

const TitleSuggestion = lateView(async () => (await import('./title-suggestion.tsx')).TitleSuggestion);
const EditSessionDialog = lateView(async () => (await import('./edit-session-dialog.tsx')).EditSessionDialog);
const ExportDialog = lateView(async () => (await import('../exports/export-dialog.tsx')).ExportDialog);

interface SessionHeaderProps {
  session: Session;
  items: readonly MenuItem[];
  /** Other than what the server knows of the session. */
  state: string | null;
  onReload: () => Promise<Session | undefined>;
  onDelete: () => void;
}

export function SessionHeader({ session, items, state, onReload, onDelete }: SessionHeaderProps) {
  const changes = useRecordChange(`session ${session.id}`, session);
  const [exporting, setExporting] = useState(false);
  const openImport = useOpenImport();
  const openPosting = useOpenPosting();
  const openVoices = useOpenVoices();
  const transcript = useTranscript(session.transcriptId);
  const speakers = transcript.data?.speakers ?? [];
  const unnamed = unnamedVoices(speakers);
  const place = { campaignId: session.campaignId, sessionId: session.id };
  return (
    <div className="overview-head session-head">
      <div>
        <div className="session-name">
          <PageHeading title={session.title} />
          {session.latestAnalysisId === null ? null : (
            <TitleSuggestion session={session} isWriting={session.state === 'analyzing'} />
          )}
        </div>
        <div className="session-facts muted">
          <span>
            {[
              day(session.playedAt ?? session.createdAt),
              recordingLength(session),
              state ?? (session.state === 'ready' ? null : sessionStateNames[session.state]),
            ]
              .filter(Boolean)
              .join(' · ')}
          </span>
          <PleaseCheckButton campaignId={session.campaignId} sessionId={session.id} />
          <AtTheTable speakers={speakers} />
          {unnamed === 0 ? null : (
            <WhoIsWhoButton kind="quiet" session={session}>
              Name {countOf(unnamed, 'voice')}
            </WhoIsWhoButton>
          )}
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
            ...(changes.can.open
              ? [
                  {
                    key: 'edit',
                    label: 'Edit title and date',
                    icon: 'pencil' as const,
                    onChoose: () => changes.open(fieldsOf(session)),
                  },
                ]
              : []),
            { key: 'export', label: 'Export notes', icon: 'copy', onChoose: () => setExporting(true) },
            {
              key: 'import',
              label: 'Import notes',
              icon: 'upload',
              onChoose: () => openImport(place),
            },
            {
              key: 'post',
              label: 'Post to Discord',
              icon: 'send',
              onChoose: () => openPosting(place),
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
      {changes.draft === null ? (
        <ChangeNotice changes={changes} />
      ) : (
        <EditSessionDialog session={session} changes={changes} onReload={onReload} />
      )}
    </div>
  );
}
