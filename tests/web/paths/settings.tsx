import { useState } from 'react';
import { useSearch } from 'wouter';
import { choiceOf } from '#contract/choices.ts';
import type { Notes } from '#contract/notes.ts';
import type { Session } from '#contract/sessions.ts';
import { storedNotesDraft } from '#contract/stored-drafts.ts';
import { storedNextSteps } from '#contract/stored-steps.ts';
import type { AnalysisInput } from '#machines/analysis/analysis.setup.ts';
import type { AnalysisStartInput } from '#machines/analysis-start/analysis-start.setup.ts';
import { selectUser } from '#machines/auth/auth.selectors.ts';
import type { RememberedSteps } from '#machines/next-steps/next-steps.setup.ts';
import type { NotesAutosaveInput } from '#machines/notes-autosave/notes-autosave.setup.ts';
import type { PrepSheetInput } from '#machines/prep-sheet/prep-sheet.setup.ts';
import type { RecordChangeInput } from '#machines/record-change/record-change.setup.ts';
import type { ReleaseWatchInput } from '#machines/release-watch/release-watch.setup.ts';
import type { SignInInput } from '#machines/sign-in/sign-in.setup.ts';
import { uploadFlow } from '#machines/upload/upload.flow.ts';
import type { UploadInput } from '#machines/upload/upload.setup.ts';
import { allScreens } from '#tests/support/screens/all-screens.ts';
import { modalStandIns } from '#tests/support/screens/modal-stand-ins.tsx';
import type { FlowScreen } from '#tests/support/screens/screen.ts';
import { agentOf, signInAddress } from '#tests/support/screens/sign-in.screen.ts';
import {
  analysis,
  campaign,
  editedLines,
  editedTranscript,
  eveningAnalysis,
  notes,
  ownNotes,
  prepSheet,
  session,
  transcript,
  world,
} from '#tests/support/web-fixtures.ts';
import { keyOf } from '#web/api/query-keys.ts';
import type { ComposedApp } from '#web/app/create-app.ts';
import { demandedModals, modalViews } from '#web/app/flows.ts';
import { writeFact } from '#web/effects/stored-facts.ts';
import { AccountSettingsModal } from '#web/features/account/account-settings-modal.tsx';
import { SubscriptionCard } from '#web/features/account/credits/subscription-card.tsx';
import { BrowserNotices } from '#web/features/account/settings/browser-notices.tsx';
import { PurchaseOptionsModal } from '#web/features/billing/purchase-options-modal.tsx';
import { CampaignArea } from '#web/features/campaign/campaign-area.tsx';
import { WhoIsWhoButton } from '#web/features/campaign/cast/who-is-who-button.tsx';
import { PleaseCheckButton } from '#web/features/campaign/check/please-check-button.tsx';
import { ChaptersPart } from '#web/features/campaign/evening/evening-part.tsx';
import { ExportDialog } from '#web/features/campaign/exports/export-dialog.tsx';
import { ImportDialog } from '#web/features/campaign/exports/import-dialog.tsx';
import { IncomingRecordingCard } from '#web/features/campaign/incoming/incoming-recording-card.tsx';
import { FixNameButton } from '#web/features/campaign/names/fix-name-button.tsx';
import { NameListImport } from '#web/features/campaign/names/name-list-import.tsx';
import { NextStepsBar } from '#web/features/campaign/next-steps/next-steps-bar.tsx';
import { CopyMarkdown } from '#web/features/campaign/notes/copy-markdown.tsx';
import { HistoryButton } from '#web/features/campaign/notes/history-button.tsx';
import { InstructionButton } from '#web/features/campaign/notes/instruction-button.tsx';
import { NotesView } from '#web/features/campaign/notes/notes-view.tsx';
import { RecapsButton } from '#web/features/campaign/notes/recaps-button.tsx';
import { PostingDialog } from '#web/features/campaign/posting/posting-dialog.tsx';
import { WebhookDialog } from '#web/features/campaign/posting/webhook-dialog.tsx';
import { PrepView } from '#web/features/campaign/prep/prep-view.tsx';
import { RecordingCard } from '#web/features/campaign/recording/recording-card.tsx';
import { CopyToNotes } from '#web/features/campaign/result/copy-to-notes.tsx';
import { SessionHeader } from '#web/features/campaign/session/session-header.tsx';
import { SessionRun } from '#web/features/campaign/session/session-run.tsx';
import { TourCard } from '#web/features/campaign/tour/tour-card.tsx';
import { LastEdit } from '#web/features/campaign/transcript/last-edit.tsx';
import { LineForm } from '#web/features/campaign/transcript/line-form.tsx';
import { SegmentRow } from '#web/features/campaign/transcript/segment-row.tsx';
import { UploadPanel } from '#web/features/campaign/upload/upload-panel.tsx';
import { NotFoundPanel } from '#web/features/campaign/workspace/not-found-panel.tsx';
import { ShareButton } from '#web/features/campaign/workspace/share-button.tsx';
import { SuggestionsButton } from '#web/features/campaign/workspace/suggestions-button.tsx';
import { WorldThreads } from '#web/features/campaign/world/world-threads.tsx';
import { WorldView } from '#web/features/campaign/world/world-view.tsx';
import { ConsentBanner } from '#web/features/consent/consent-banner.tsx';
import { AccountDialogs } from '#web/features/shell/account-shell.tsx';
import { PlayerBar } from '#web/features/shell/player/player-bar.tsx';
import { DeleteAccountModal } from '#web/flows/account-deletion/delete-account-modal.tsx';
import { ReSignInModal } from '#web/flows/account-deletion/re-sign-in-modal.tsx';
import { useIsAnalysisMissing } from '#web/flows/analysis/use-analysis.ts';
import { CampaignSearchModal } from '#web/flows/campaign-search/campaign-search-modal.tsx';
import { useOpenSearch } from '#web/flows/campaign-search/use-open-search.ts';
import { CheckInboxModal } from '#web/flows/check-inbox/check-inbox-modal.tsx';
import { useDeletion } from '#web/flows/deletion/use-deletion.ts';
import { FeedbackModal } from '#web/flows/feedback/feedback-modal.tsx';
import { InstructionModal } from '#web/flows/instruction/instruction-modal.tsx';
import { useModals } from '#web/flows/modals/use-modals.ts';
import { NameCorrectionModal } from '#web/flows/name-correction/name-correction-modal.tsx';
import { NotesHistoryModal } from '#web/flows/notes-editing/notes-history-modal.tsx';
import { ModelField } from '#web/flows/notes-model/model-field.tsx';
import { OlderNotesPanel } from '#web/flows/older-notes/older-notes-field.tsx';
import { ProposalsModal } from '#web/flows/proposal-review/proposals-modal.tsx';
import { RecapCollectionModal } from '#web/flows/recap-collection/recap-collection-modal.tsx';
import { useRecording } from '#web/flows/recording/use-recording.ts';
import { ShareModal } from '#web/flows/share-link/share-modal.tsx';
import { SpeakerMappingModal } from '#web/flows/speaker-mapping/speaker-mapping-modal.tsx';
import { useTour } from '#web/flows/tour/use-tour.ts';
import { useTranscriptEditing } from '#web/flows/transcript-editing/use-transcript-editing.ts';
import { useTranscriptImport } from '#web/flows/transcript-import/use-transcript-import.ts';
import { useUpload } from '#web/flows/upload/use-upload.ts';
import { useOpenVoices } from '#web/flows/voice-erasure/use-voice-erasure.ts';
import { VoiceErasureModal } from '#web/flows/voice-erasure/voice-erasure-modal.tsx';
import { useSession } from '#web/hooks/data-hooks.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';
import { ConsentChoice } from '#web/pages/consent-choice.tsx';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { answer } from './controlled-actors.ts';
import type { SettingFor } from './run-flow.ts';

const analysisId = '01900000-0000-7000-8000-00000000a001';
const importedInto = '01900000-0000-7000-8000-00000000ca01';
const importedIntoSession = '01900000-0000-7000-8000-00000000c001';
const nothing = () => {};

function Uploading({ sessionId }: { sessionId: string }) {
  const upload = useUpload(sessionId);
  return <UploadPanel upload={upload} transcripts={useTranscriptImport(sessionId)} />;
}

function Running() {
  const place = campaignPlaceOf(useSearch());
  const { data } = useSession(place.sessionId);
  const isMissing = useIsAnalysisMissing(place.sessionId ?? '', place.analysisId);
  if (isMissing) return <NotFoundPanel what="analysis" />;
  return data ? (
    <SessionRun session={data} analysisId={place.analysisId} hasTabs showPanel onReplaceSource={nothing} />
  ) : null;
}

function Feedback() {
  const { top, open } = useModals();
  return top === 'feedback' ? <FeedbackModal /> : <Button onClick={() => open('feedback')}>Feedback</Button>;
}

function Sharing() {
  const { top } = useModals();
  return top === 'share' ? (
    <ShareModal />
  ) : (
    <ShareButton kind="session" id={session.id} title={session.title} />
  );
}

function Fixing() {
  const { top } = useModals();
  return top === 'nameCorrection' ? (
    <NameCorrectionModal />
  ) : (
    <FixNameButton campaignId={session.campaignId} />
  );
}

function Naming() {
  const { top } = useModals();
  return top === 'speakerMapping' ? <SpeakerMappingModal /> : <WhoIsWhoButton session={session} />;
}

function Remembering() {
  const { top } = useModals();
  const sessionId = '01900000-0000-7000-8000-00000000c001';
  return top === 'notesEditing' ? (
    <NotesHistoryModal />
  ) : (
    <HistoryButton sessionId={sessionId} disabled={false} />
  );
}

function EditedLines() {
  const editing = useTranscriptEditing();
  return (
    <>
      <LastEdit editing={editing} transcript={editedTranscript} />
      {editedLines.map((segment, index) => (
        <div key={segment.id}>
          <SegmentRow
            segment={segment}
            place="0:10"
            speaker={null}
            sameSpeaker={false}
            wanted=""
            cited={false}
            citedFirst={false}
            isTabStop
            onPlay={null}
            onEdit={
              editing.can.open
                ? () =>
                    editing.open(editedTranscript.id, { ...segment, next: editedLines[index + 1] ?? null })
                : null
            }
            onQuote={null}
            form={
              editing.line?.id === segment.id ? (
                <LineForm editing={editing} speakers={editedTranscript.speakers} />
              ) : null
            }
          />
        </div>
      ))}
    </>
  );
}

function Checking() {
  const { top } = useModals();
  return top === 'checkInbox' ? (
    <CheckInboxModal />
  ) : (
    <PleaseCheckButton campaignId={session.campaignId} sessionId={session.id} />
  );
}

function Voices() {
  const { top } = useModals();
  const open = useOpenVoices();
  return top === 'voiceErasure' ? (
    <VoiceErasureModal />
  ) : (
    <Menu
      label="Session settings"
      icon="more"
      iconOnly
      items={[
        { key: 'eraseVoice', label: 'Erase a voice', icon: 'microphone', onChoose: () => open(session) },
      ]}
    />
  );
}

const mira = '01900000-0000-7000-8000-00000000bb01';

function Recording() {
  const recording = { ...useRecording(), canRecord: true };
  const people = [
    { personId: null, player: 'Game master', characters: [] },
    { personId: mira, player: 'Mira', characters: ['Nyx'] },
  ];
  return <RecordingCard recording={recording} sessionId={recording.place?.sessionId ?? ''} people={people} />;
}

function Deleting() {
  const deletion = useDeletion(async () => {});
  return (
    <>
      <Menu
        label="Session settings"
        icon="more"
        iconOnly
        items={[
          { key: 'recording', label: 'Delete the recording', icon: 'trash', onChoose: deletion.request },
        ]}
      />
      <ConfirmDialog {...deletion} title="Delete the recording?" action="Delete recording">
        You can’t undo this.
      </ConfirmDialog>
    </>
  );
}

function Stepping() {
  const [recalls, setRecalls] = useState(0);
  return (
    <>
      <NextStepsBar session={session} recalls={recalls} />
      <Menu
        label="Session settings"
        icon="more"
        iconOnly
        items={[
          {
            key: 'steps',
            label: 'Show the next steps',
            icon: 'check',
            onChoose: () => setRecalls(recalls + 1),
          },
        ]}
      />
    </>
  );
}

function Touring() {
  const { begin } = useTour();
  return (
    <>
      <TourCard />
      <Menu
        label="Session settings"
        icon="more"
        iconOnly
        items={[{ key: 'hints', label: 'Show the hints', icon: 'info', onChoose: begin }]}
      />
    </>
  );
}

function Reviewing() {
  const { top } = useModals();
  return top === 'proposals' ? (
    <ProposalsModal />
  ) : (
    <SuggestionsButton kind="session" id={session.id} title={session.title} campaignId={session.campaignId} />
  );
}

function Instructing() {
  const { top } = useModals();
  return top === 'instruction' ? (
    <InstructionModal />
  ) : (
    <InstructionButton
      sessionId={session.id}
      campaignId={session.campaignId}
      title={session.title}
      disabled={false}
    />
  );
}

function Retelling() {
  const { top } = useModals();
  return top === 'recapCollection' ? (
    <RecapCollectionModal />
  ) : (
    <RecapsButton sessionId={session.id} title={session.title} disabled={false} />
  );
}

function Searching() {
  const { top } = useModals();
  const openSearch = useOpenSearch();
  return top === 'campaignSearch' ? (
    <CampaignSearchModal />
  ) : (
    <button type="button" onClick={openSearch}>
      Search your sessions
    </button>
  );
}

function Settings() {
  return <AccountSettingsModal onClose={nothing} />;
}

const demanded = new Map(
  await Promise.all(
    Object.entries(modalViews)
      .filter(([name]) => demandedModals.includes(name))
      .map(async ([name, load]) => [name, await load()] as const),
  ),
);

function Demanded() {
  const { top } = useModals();
  const View = top === null ? undefined : demanded.get(top);
  return View ? <View onClose={nothing} /> : null;
}

function DeletingAccount() {
  const { top, open, close } = useModals();
  if (top === 'reSignIn') return <ReSignInModal />;
  return top === 'deleteAccount' ? (
    <DeleteAccountModal onClose={close} />
  ) : (
    <Button onClick={() => open('deleteAccount')}>Delete account</Button>
  );
}

function Purchasing() {
  const { top, open, close } = useModals();
  return top === 'purchaseOptions' ? (
    <PurchaseOptionsModal onClose={close} />
  ) : (
    <Button onClick={() => open('purchaseOptions')}>0 credits: purchase credits</Button>
  );
}

function knowSession(app: ComposedApp, known: Session): void {
  app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
  app.queryClient.setQueryData(keyOf('readSession', { sessionId: known.id }), known);
  app.queryClient.setQueryData(keyOf('listAnalyses', { sessionId: known.id }), []);
  app.queryClient.setQueryData(keyOf('readAnalysis', { analysisId }), { ...analysis, id: analysisId });
  app.queryClient.setQueryData(keyOf('readTranscript', { transcriptId: transcript.id }), transcript);
  app.queryClient.setQueryData(keyOf('readNotes', { sessionId: known.id }), {
    ...notes,
    sessionId: known.id,
  });
}

const settingOfAnalysis: SettingFor = (input) => {
  const { sessionId, hasSource } = input as AnalysisInput;
  const known: Session = {
    ...session,
    id: sessionId,
    audio: hasSource ? session.audio : null,
    transcriptId: null,
    latestAnalysisId: null,
  };
  return {
    signedIn: true,
    content: <Running />,
    prepare: (app) => knowSession(app, known),
    surroundings: (app) => {
      let recordings = 0;
      return {
        'source.changed': () => {
          recordings += 1;
          const audio = { ...session.audio!, id: `another ${recordings}` };
          app.queryClient.setQueryData(keyOf('readSession', { sessionId }), { ...known, audio });
        },
      };
    },
  };
};

const settingOfAnalysisStart: SettingFor = (input) => {
  const { sessionId, canWait } = input as AnalysisStartInput;
  if (!canWait) return settingOfAnalysis({ ...(input as object), analysisId: null, hasSource: true });
  return {
    signedIn: true,
    content: <Uploading sessionId={sessionId} />,
    prepare: (app) => {
      const upload = app.spawned.upload.get()!.of(sessionId);
      const [, , measured] = uploadFlow.outcomes.findOpenUpload;
      const [accepted] = uploadFlow.outcomes.readUpload;
      answer(upload, 'findOpenUpload', measured!);
      answer(upload, 'readUpload', accepted);
    },
  };
};

const settingOfDemanded: SettingFor = () => ({ signedIn: false, content: <Demanded /> });

function Heading() {
  const { data, refetch } = useSession(session.id);
  return data ? (
    <SessionHeader
      session={data}
      items={[]}
      state={null}
      onReload={async () => (await refetch()).data}
      onDelete={nothing}
    />
  ) : null;
}

const eveningShown = () => ({
  signedIn: true,
  content: (
    <ChaptersPart
      session={session}
      analysis={eveningAnalysis}
      evening={eveningAnalysis.result.evening}
      access={{ timing: 'measured', open: nothing }}
    />
  ),
  prepare: (app: ComposedApp) => {
    knowSession(app, session);
    app.queryClient.setQueryData(keyOf('readNotes', { sessionId: session.id }), ownNotes);
  },
});

const settings: Readonly<Record<string, SettingFor>> = {
  agreements: settingOfDemanded,
  'copyless-notice': settingOfDemanded,
  'email-verification': settingOfDemanded,
  auth: () => ({}),
  'sign-in': (input) => ({
    signedIn: false,
    content: (
      <AccountDialogs
        joins
        choice={choiceOf(new URL(signInAddress(input), 'http://here.invalid').hash)}
        onJoinClosed={nothing}
      />
    ),
    hasGoogle: (input as SignInInput).hasGoogle,
    userAgent: agentOf(input),
  }),
  upload: (input) => ({
    signedIn: true,
    content: <Uploading sessionId={(input as UploadInput).sessionId} />,
  }),
  'analysis-start': settingOfAnalysisStart,
  analysis: settingOfAnalysis,
  'release-watch': (input) => ({ signedIn: false, build: (input as ReleaseWatchInput).build }),
  modals: () => ({ signedIn: true, fromStart: true, modalViews: modalStandIns }),
  'loading-overlay': () => ({ signedIn: false }),
  'notes-autosave': (input) => {
    const { sessionId, kept } = input as NotesAutosaveInput;
    const known = { ...notes, sessionId };
    return {
      signedIn: true,
      content: (
        <NotesView
          sessionTitle="Session 3"
          notes={known}
          access={{ timing: 'measured', open: nothing }}
          onReload={async () => known}
          onOpenAnalysis={null}
        />
      ),
      prepare: (app) => {
        app.queryClient.setQueryData(keyOf('readNotes', { sessionId }), known);
        const user = selectUser(app.auth().getSnapshot());
        if (kept !== null && user !== null)
          writeFact(
            app.site.dependencies.storage,
            storedNotesDraft(user.userId, sessionId, kept.draft.key),
            kept,
          );
        app.spawned.notesAutosave.get()!.of(sessionId);
      },
    };
  },
  clipboard: () => ({ content: <CopyMarkdown title="Session 3" sections={notes.sections} /> }),
  'click-debounce': () => ({ signedIn: false, realClicks: true }),
  consent: () => ({
    content: (
      <>
        <ConsentChoice />
        <ConsentBanner />
      </>
    ),
  }),
  feedback: () => ({ signedIn: true, content: <Feedback /> }),
  'share-link': () => ({ signedIn: true, content: <Sharing /> }),
  'campaign-search': () => ({ signedIn: true, content: <Searching /> }),
  'proposal-review': () => ({
    signedIn: true,
    content: <Reviewing />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('countProposals', { campaignId: session.campaignId }), {
        open: 3,
        shown: 1,
        sessions: [{ sessionId: session.id, open: 3, shown: 1 }],
      });
    },
  }),
  'check-inbox': () => ({
    signedIn: true,
    content: <Checking />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('countQuestions', { campaignId: session.campaignId }), {
        open: 2,
        answered: 1,
        sessions: [{ sessionId: session.id, open: 2 }],
      });
    },
  }),
  creation: () => ({
    signedIn: true,
    content: <CampaignArea campaignId={campaign.id} sessionId={null} analysisId={null} missing="session" />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('listCampaigns'), [campaign]);
      app.queryClient.setQueryData(keyOf('readCampaign', { campaignId: campaign.id }), campaign);
      app.queryClient.setQueryData(keyOf('listSessions', { campaignId: campaign.id }), [session]);
    },
  }),
  'prep-sheet': (input) => ({
    signedIn: true,
    content: <PrepView campaign={campaign} />,
    prepare: (app) => {
      const pinnedAt = (input as PrepSheetInput).isPinned ? '2026-03-14T19:30:00.000Z' : null;
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('readPrep', { campaignId: campaign.id }), {
        ...prepSheet,
        pinnedAt,
      });
    },
  }),
  'world-review': () => ({
    signedIn: true,
    content: <WorldView campaign={campaign} place="names" />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('readWorld', { campaignId: campaign.id }), world);
    },
  }),
  'thread-board': () => ({
    signedIn: true,
    content: <WorldThreads campaignId={campaign.id} world={world} />,
  }),
  deletion: () => ({ signedIn: true, content: <Deleting /> }),
  'copy-to-notes': () => ({
    signedIn: true,
    content: <CopyToNotes analysisId={analysisId} sessionId={session.id} onCopied={nothing} />,
  }),
  'voice-erasure': () => ({ signedIn: true, content: <Voices /> }),
  'notes-editing': () => ({ signedIn: true, content: <Remembering /> }),
  'speaker-mapping': () => ({ signedIn: true, content: <Naming /> }),
  'transcript-editing': () => ({ signedIn: true, content: <EditedLines /> }),
  'name-correction': () => ({ signedIn: true, content: <Fixing /> }),
  preferences: () => ({ content: <Settings /> }),
  'ready-notice': () => ({ signedIn: false, content: <BrowserNotices /> }),
  tour: () => ({ signedIn: true, content: <Touring /> }),
  'next-steps': (input) => ({
    signedIn: true,
    content: <Stepping />,
    prepare: (app) => {
      const { userId } = selectUser(app.auth().getSnapshot())!;
      writeFact(app.storage, storedNextSteps(userId, session.id), input as RememberedSteps);
    },
    surroundings: (app) => ({ 'place.left': () => app.modals().send({ type: 'modal.closed' }) }),
  }),
  'credentials-change': () => ({ signedIn: true, content: <Settings /> }),
  instruction: () => ({
    signedIn: true,
    content: <Instructing />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('readInstruction', { sessionId: session.id }), {
        writer: { model: null, sends: { what: 'nothing' } },
        instruction: null,
      });
    },
  }),
  'recap-collection': () => ({ signedIn: true, content: <Retelling /> }),
  'record-change': (input) => {
    let revision = 2;
    const key = (input as RecordChangeInput).isForm
      ? keyOf('readSession', { sessionId: session.id })
      : keyOf('readNotes', { sessionId: session.id });
    return {
      ...eveningShown(),
      ...((input as RecordChangeInput).isForm ? { content: <Heading /> } : {}),
      surroundings: (app) => ({
        'record.seen': (event) => {
          const isSame = (event as unknown as { revision: number }).revision === 2;
          revision += 1;
          app.queryClient.setQueryData(key, (known: Session | Notes) => ({
            ...known,
            revision: isSame ? 2 : revision,
          }));
        },
      }),
    };
  },
  'passage-move': eveningShown,
  'older-notes': () => ({ signedIn: true, content: <OlderNotesPanel /> }),
  'notes-model': () => ({ signedIn: true, content: <ModelField /> }),
  'data-export': () => ({ signedIn: true, content: <Settings /> }),
  'notes-import': () => ({
    signedIn: true,
    content: <ImportDialog />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('readImport', { campaignId: importedInto }), {
        importedAt: '2026-03-12T20:00:00.000Z',
        sessionsAdded: 1,
        sessionsChanged: 0,
      });
    },
  }),
  'notes-export': () => ({
    signedIn: true,
    content: (
      <ExportDialog
        place={{ campaignId: campaign.id, sessionId: null }}
        title={campaign.title}
        onClose={nothing}
      />
    ),
  }),
  'name-list': () => ({
    signedIn: true,
    content: <NameListImport campaignId={campaign.id} onEnd={nothing} />,
  }),
  'transcript-import': () => ({
    signedIn: true,
    content: <Uploading sessionId={importedIntoSession} />,
    prepare: (app) =>
      answer(
        app.spawned.upload.get()!.of(importedIntoSession),
        'findOpenUpload',
        uploadFlow.outcomes.findOpenUpload[0],
      ),
  }),
  'campaign-webhook': () => ({ signedIn: true, content: <WebhookDialog /> }),
  'notes-posting': () => ({
    signedIn: true,
    content: (
      <>
        <PostingDialog />
        <WebhookDialog />
      </>
    ),
  }),
  recording: () => ({ signedIn: true, content: <Recording /> }),
  'incoming-recording': () => ({
    signedIn: false,
    content: <IncomingRecordingCard />,
    prepare: (app) => {
      app.queryClient.setDefaultOptions({ queries: { staleTime: Number.POSITIVE_INFINITY } });
      app.queryClient.setQueryData(keyOf('listCampaigns'), []);
    },
  }),
  player: () => ({ signedIn: true, content: <PlayerBar /> }),
  checkout: () => ({ signedIn: true, content: <Purchasing /> }),
  'billing-portal': () => ({
    signedIn: true,
    content: <SubscriptionCard subscription={null} nextCreditDropDate={null} />,
  }),
  'account-deletion': () => ({
    signedIn: true,
    content: <DeletingAccount />,
    surroundings: (app) => ({ 'user.left': () => app.root.send({ type: 'user.left' }) }),
  }),
  'scroll-to-target': () => ({ signedIn: false }),
};

function settingOf({ flow }: FlowScreen): SettingFor {
  const setting = settings[flow];
  if (setting === undefined) throw new Error(`${flow}: what is on its screen? See \`settings\`.`);
  return setting;
}

export const screensInReact: readonly { screen: FlowScreen; settingFor: SettingFor }[] = (
  await allScreens()
).map((screen) => ({ screen, settingFor: settingOf(screen) }));

export const flowsWithoutScreen: Readonly<Record<string, string>> = {
  'analysis-job': 'runs on the server; what it does is seen by the flow of the analysis',
  'account-part':
    'is over before a page with an app of its own is shown; tests/e2e/light-page.spec.ts walks it',
  'alpha-flag': 'is switched in the console of the browser; what it opens is another flow’s',
  subscription:
    'runs on the server; tests/server/billing/subscription-paths.test.ts walks it there, tests/web/features/credits.test.tsx shows its words',
  'recap-notice': 'only shows notices of the page; tests/web/flows/recap-notice.test.ts reads them',
  'whats-new': 'only shows a notice of the page, once; tests/web/app/lasting-flows.test.tsx',
};
