import { type ComponentProps, useEffect } from 'react';
import type { CampaignFields } from '#contract/campaigns.ts';
import { useCreation } from '#web/flows/creation/use-creation.ts';
import { newCampaign, useDrafts } from '#web/flows/record-change/use-drafts.ts';
import {
  useCampaign,
  useCampaigns,
  useCreateCampaign,
  useCreateSession,
  useDeleteCampaign,
  useMakeSampleCampaign,
  useProposalCounts,
  useSessions,
} from '#web/hooks/campaign-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { campaignPath } from '#web/hooks/paths.ts';
import { useNavigate } from '#web/hooks/site-hooks.ts';
import { useApp } from '#web/hooks/site-provider.tsx';
import { WhenLoaded } from '#web/hooks/use-flow.ts';
import { useWhenIdle } from '#web/hooks/use-when-idle.ts';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import type { CampaignList as List } from './overview/campaign-list.tsx';
import type { MissingPlace } from './workspace/not-found-panel.tsx';
import { Sidebar } from './workspace/sidebar.tsx';
import { WorkspaceShell } from './workspace/workspace-shell.tsx';

const ImportDialog = lateView(async () => (await import('./exports/import-dialog.tsx')).ImportDialog);
const PostingDialog = lateView(async () => (await import('./posting/posting-dialog.tsx')).PostingDialog);
const WebhookDialog = lateView(async () => (await import('./posting/webhook-dialog.tsx')).WebhookDialog);

const campaignsToCome = <Skeleton label="Loading your campaigns" heading lines={6} />;
const CampaignList = lateView(async () => (await import('./overview/campaign-list.tsx')).CampaignList, {
  meanwhile: campaignsToCome,
});
const NewCampaignDialog = lateView(
  async () => (await import('./overview/new-campaign-dialog.tsx')).NewCampaignDialog,
);

const NotFoundPanel = lateView(async () => (await import('./workspace/not-found-panel.tsx')).NotFoundPanel);

const CampaignOverview = lateView(
  async () => (await import('./overview/campaign-overview.tsx')).CampaignOverview,
  { meanwhile: <Skeleton label="Loading the campaign" heading lines={6} /> },
);

const WorldView = lateView(async () => (await import('./world/world-view.tsx')).WorldView, {
  meanwhile: <Skeleton label="Loading the world" heading lines={6} />,
});

const PrepView = lateView(async () => (await import('./prep/prep-view.tsx')).PrepView, {
  meanwhile: <Skeleton label="Loading the next evening" heading lines={6} />,
});

const StoryView = lateView(async () => (await import('./story/story-view.tsx')).StoryView, {
  meanwhile: <Skeleton label="Loading the story" heading lines={6} />,
});

const TimelineView = lateView(async () => (await import('./timeline/timeline-view.tsx')).TimelineView, {
  meanwhile: <Skeleton label="Loading the timeline" heading lines={6} />,
});

const SessionScreen = lateView(async () => (await import('./session/session-screen.tsx')).SessionScreen, {
  meanwhile: <Skeleton label="Loading the session" heading lines={6} />,
});

const IncomingRecordingCard = lateView(
  async () => (await import('./incoming/incoming-recording-card.tsx')).IncomingRecordingCard,
);

const views = [CampaignList, CampaignOverview, SessionScreen, NewCampaignDialog];
/** Without them no word of a session is shown. */
const ofSession = ['analysis', 'notesAutosave'] as const;

interface CampaignAreaProps {
  campaignId: string | null;
  sessionId: string | null;
  analysisId: string | null;
  missing: MissingPlace | null;
  /** Of the world index. */
  world?: string | null;
}

export function CampaignArea({
  campaignId,
  sessionId,
  analysisId,
  missing,
  world = null,
}: CampaignAreaProps) {
  const campaigns = useCampaigns();
  const campaign = useCampaign(campaignId);
  const sessions = useSessions(campaignId);
  const { data: counts } = useProposalCounts(campaignId);
  const { mutateAsync: createCampaign } = useCreateCampaign();
  const { mutateAsync: createSession } = useCreateSession();
  const { mutateAsync: makeSample } = useMakeSampleCampaign();
  const navigate = useNavigate();
  const drafts = useDrafts();
  const creation = useCreation(async (wanted) => {
    if (wanted.what === 'sample') return navigate(campaignPath(await makeSample()));
    if (wanted.what === 'campaign') {
      const { id } = await createCampaign(wanted.fields);
      drafts.keep(newCampaign, null);
      return navigate(campaignPath({ campaignId: id }));
    }
    if (campaignId === null) return;
    navigate(campaignPath({ campaignId, sessionId: (await createSession({ campaignId })).id }));
  });
  const newSession = () => creation.request({ what: 'session' });

  const { flows, spawned } = useApp();
  useWhenIdle(campaigns.isSuccess, () => {
    // What fails here is loaded when it is needed.
    for (const loading of [flows.loadAll(), ...views.map(({ prefetch }) => prefetch())])
      loading.catch(() => {});
  });
  const View = campaignId === null ? CampaignList : sessionId === null ? CampaignOverview : SessionScreen;
  useEffect(() => {
    // Beside the data, not after it.
    View.prefetch().catch(() => {});
    if (View === SessionScreen) for (const flow of ofSession) spawned[flow].load().catch(() => {});
  }, [View, spawned]);

  const ofCampaign = {
    busy: creation.creating !== null,
    failure: creation.failureOf('campaign'),
    onCreate: (fields: CampaignFields) => creation.request({ what: 'campaign', fields }),
  };
  const sessionFailure = creation.failureOf('session');

  return (
    <WorkspaceShell
      place={`${campaignId}/${sessionId}/${analysisId}/${world}`}
      sidebar={
        <Sidebar
          campaigns={campaigns.data ?? []}
          campaign={campaignId ? (campaign.data ?? null) : null}
          sessions={sessions.data ?? null}
          openSessionId={sessionId}
          suggestions={new Map(counts?.sessions.map(({ sessionId: id, open }) => [id, open]))}
          creating={creation.creating === 'session'}
          onOpenCampaign={(id) => navigate(campaignPath({ campaignId: id }))}
          onNewCampaign={creation.openForm}
          onNewSession={newSession}
        />
      }
    >
      {sessionFailure === null ? null : <Notice kind="error">{sessionFailure}</Notice>}
      {missing !== null ? (
        <NotFoundPanel what={missing} campaignId={campaign.data?.id} />
      ) : campaignId === null ? (
        <CampaignHome
          campaigns={campaigns}
          form={ofCampaign}
          onNewCampaign={creation.openForm}
          sample={{
            busy: creation.creating === 'sample',
            failure: creation.failureOf('sample'),
            onOpen: () => creation.request({ what: 'sample' }),
          }}
        />
      ) : sessionId !== null ? (
        <SessionScreen
          campaignId={campaignId}
          campaignIsThere={campaign.data !== undefined}
          sessionId={sessionId}
          analysisId={analysisId}
        />
      ) : (
        <CampaignPlace
          campaign={campaign}
          sessions={sessions}
          creating={creation.creating === 'session'}
          onNewSession={newSession}
          world={world}
        />
      )}
      <WhenLoaded flow="notesImport">
        <ImportDialog />
      </WhenLoaded>
      <WhenLoaded flow="campaignWebhook">
        <WebhookDialog />
      </WhenLoaded>
      <WhenLoaded flow="notesPosting">
        <PostingDialog />
      </WhenLoaded>
      {creation.isFormOpen ? <NewCampaignDialog {...ofCampaign} onClose={creation.closeForm} /> : null}
    </WorkspaceShell>
  );
}

type CampaignHomeProps = Omit<ComponentProps<typeof List>, 'campaigns'> & {
  campaigns: ReturnType<typeof useCampaigns>;
};

function CampaignHome({ campaigns, ...list }: CampaignHomeProps) {
  if (campaigns.data)
    return (
      <>
        <WhenLoaded flow="incomingRecording">
          <IncomingRecordingCard />
        </WhenLoaded>
        <CampaignList campaigns={campaigns.data} {...list} />
      </>
    );
  if (campaigns.error)
    return <LoadFailure message={campaigns.error.message} onRetry={() => campaigns.refetch()} />;
  return campaignsToCome;
}

interface CampaignPlaceProps {
  campaign: ReturnType<typeof useCampaign>;
  sessions: ReturnType<typeof useSessions>;
  creating: boolean;
  onNewSession: () => void;
  world: string | null;
}

function CampaignPlace({ campaign, sessions, creating, onNewSession, world }: CampaignPlaceProps) {
  const { mutateAsync: remove } = useDeleteCampaign();
  const navigate = useNavigate();
  if (campaign.error?.status === 404) return <NotFoundPanel what="campaign" />;
  if (campaign.error && !campaign.data)
    return <LoadFailure message={campaign.error.message} onRetry={() => campaign.refetch()} />;
  if (!campaign.data) return <Skeleton label="Loading the campaign" heading lines={6} />;
  const { id } = campaign.data;
  if (world === 'next') return <PrepView key={id} campaign={campaign.data} />;
  if (world === 'timeline') return <TimelineView key={id} campaign={campaign.data} />;
  if (world === 'story') return <StoryView key={id} campaign={campaign.data} />;
  if (world !== null) return <WorldView key={id} campaign={campaign.data} place={world} />;
  return (
    <CampaignOverview
      key={id}
      campaign={campaign.data}
      sessions={sessions.data ?? null}
      creating={creating}
      onReload={async () => (await campaign.refetch({ throwOnError: true })).data}
      onNewSession={onNewSession}
      onDelete={() => remove({ id, leave: () => navigate(campaignPath({})) })}
    />
  );
}
