import { useState } from 'react';
import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { Session } from '#contract/sessions.ts';
import { withoutMarkup } from '#contract/without-markup.ts';
import { useOpenWebhook } from '#web/flows/campaign-webhook/use-campaign-webhook.ts';
import { useDeletion } from '#web/flows/deletion/use-deletion.ts';
import { useFixName } from '#web/flows/name-correction/use-name-correction.ts';
import { useOpenImport } from '#web/flows/notes-import/use-notes-import.ts';
import { useWhoIsWho } from '#web/flows/speaker-mapping/use-who-is-who.ts';
import { useProposalCounts } from '#web/hooks/campaign-hooks.ts';
import { lateView } from '#web/hooks/late-view.tsx';
import { worldPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { EmptyShelf } from '#web/ui/illustrations/empty-shelf.tsx';
import { LateMarkdown } from '#web/ui/late-markdown.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf, day } from '#web/ui/text.ts';
import { PleaseCheckButton } from '../check/please-check-button.tsx';
import { idsOf } from '../session/session-fields.ts';
import { recordingLength, SessionMark, sessionStateNames } from '../workspace/session-mark.tsx';
import { ShareButton } from '../workspace/share-button.tsx';
import { SuggestionsButton } from '../workspace/suggestions-button.tsx';

const EditCampaign = lateView(async () => (await import('./edit-campaign-dialog.tsx')).EditCampaign);
const ExportDialog = lateView(async () => (await import('../exports/export-dialog.tsx')).ExportDialog);
const TalkShareCard = lateView(async () => (await import('./talk-share-card.tsx')).TalkShareCard);
const OlderNotesField = lateView(
  async () => (await import('#web/flows/older-notes/older-notes-field.tsx')).OlderNotesField,
);
const GlossaryDialog = lateView(async () => (await import('../names/glossary-dialog.tsx')).GlossaryDialog);

interface CampaignOverviewProps {
  campaign: Campaign;
  sessions: readonly Session[] | null;
  creating: boolean;
  onReload: () => Promise<Campaign | undefined>;
  onNewSession: () => void;
  onDelete: () => Promise<unknown>;
}

export function CampaignOverview(props: CampaignOverviewProps) {
  const { campaign, sessions } = props;
  // The list below may be newer.
  const sessionCount = countOf(sessions?.length ?? campaign.sessionCount, 'session');
  const [open, setOpen] = useState<'export' | 'glossary' | null>(null);
  const deletion = useDeletion(props.onDelete, [campaign.id, ...(sessions ?? []).flatMap(idsOf)]);
  const [canEdit, setCanEdit] = useState(true);
  const [edits, setEdits] = useState(0);
  const openImport = useOpenImport();
  const openWebhook = useOpenWebhook();
  const fixName = useFixName();
  const whoIsWho = useWhoIsWho();
  return (
    <>
      <div className="overview-head">
        <div>
          <PageHeading title={campaign.title} />
          <p className="muted">
            {[campaign.system, campaign.setting, sessionCount].filter(Boolean).join(' · ')}
          </p>
        </div>
        <div className="button-row">
          <Link href={worldPath(campaign.id, 'next')} className="button button-secondary">
            Next evening
          </Link>
          <Link href={worldPath(campaign.id, 'story')} className="button button-secondary">
            Story so far
          </Link>
          <Link href={worldPath(campaign.id, 'timeline')} className="button button-secondary">
            Timeline
          </Link>
          <Link href={worldPath(campaign.id)} className="button button-secondary">
            World
          </Link>
          <PleaseCheckButton campaignId={campaign.id} sessionId={null} />
          <SuggestionsButton
            kind="campaign"
            id={campaign.id}
            title={campaign.title}
            campaignId={campaign.id}
          />
          <ShareButton kind="campaign" id={campaign.id} title={campaign.title} />
          <Menu
            label="Campaign settings"
            icon="more"
            iconOnly
            items={[
              ...(canEdit
                ? [
                    {
                      key: 'edit',
                      label: 'Edit settings',
                      icon: 'pencil' as const,
                      onChoose: () => setEdits(edits + 1),
                    },
                  ]
                : []),
              { key: 'export', label: 'Export campaign', icon: 'copy', onChoose: () => setOpen('export') },
              {
                key: 'cast',
                label: 'Players and characters',
                icon: 'pencil',
                onChoose: () => whoIsWho(campaign.id, null),
              },
              { key: 'glossary', label: 'Glossary', icon: 'book', onChoose: () => setOpen('glossary') },
              {
                key: 'fix',
                label: 'Fix a name',
                icon: 'pencil',
                onChoose: () => fixName(campaign.id, ''),
              },
              {
                key: 'import',
                label: 'Import notes',
                icon: 'upload',
                onChoose: () => openImport({ campaignId: campaign.id, sessionId: null }),
              },
              {
                key: 'webhook',
                label: 'Discord and webhooks',
                icon: 'send',
                onChoose: () => openWebhook(campaign.id),
              },
              {
                key: 'delete',
                label: 'Delete campaign',
                icon: 'trash',
                danger: true,
                onChoose: deletion.request,
              },
            ]}
          />
        </div>
      </div>
      {campaign.description ? <LateMarkdown below={2} text={campaign.description} /> : null}
      <div className="overview-head overview-sessions-head">
        <h2>Sessions</h2>
        {sessions && sessions.length > 0 ? (
          <Button kind="primary" icon="plus" busy={props.creating} onClick={props.onNewSession}>
            New session
          </Button>
        ) : null}
      </div>
      {sessions !== null && sessions.length > 0 ? <OlderNotesField campaignId={campaign.id} /> : null}
      <SessionCards {...props} />
      {sessions !== null && sessions.length > 1 ? <TalkShareCard campaignId={campaign.id} /> : null}
      {edits === 0 ? null : (
        <EditCampaign campaign={campaign} onOffer={setCanEdit} edits={edits} onReload={props.onReload} />
      )}
      {open === 'glossary' ? <GlossaryDialog campaignId={campaign.id} onClose={() => setOpen(null)} /> : null}
      {open === 'export' ? (
        <ExportDialog
          place={{ campaignId: campaign.id, sessionId: null }}
          title={campaign.title}
          onClose={() => setOpen(null)}
        />
      ) : null}
      <ConfirmDialog {...deletion} title={`Delete “${campaign.title}”?`} action="Delete campaign">
        Its {sessionCount} will be deleted with it, including recordings, transcripts, analyses and notes. You
        can’t undo this.
      </ConfirmDialog>
    </>
  );
}

function SessionCards({ campaign, sessions, creating, onNewSession }: CampaignOverviewProps) {
  const { data: counts } = useProposalCounts(campaign.id);
  const suggestionsOf = (id: string) => {
    const open = counts?.sessions.find(({ sessionId }) => sessionId === id)?.open ?? 0;
    return open === 0 ? '' : countOf(open, 'suggestion');
  };
  if (sessions === null) return <Skeleton label="Loading the sessions" lines={5} />;
  if (sessions.length === 0) {
    return (
      <EmptyState
        illustration={<EmptyShelf />}
        title="No sessions yet"
        text="Create a session for your last game night, then add its recording or transcript. The pages above are made from it."
      >
        <Button kind="primary" icon="plus" busy={creating} onClick={onNewSession}>
          New session
        </Button>
      </EmptyState>
    );
  }
  return (
    <ul className="session-cards">
      {sessions.map((session) => (
        <li key={session.id}>
          <Link
            href={`/campaign?campaignId=${campaign.id}&sessionId=${session.id}`}
            className="card session-card"
          >
            <SessionMark state={session.state} />
            <h3>{session.title}</h3>
            <p className="muted session-card-facts">
              {[
                sessionStateNames[session.state],
                suggestionsOf(session.id),
                recordingLength(session),
                day(session.playedAt ?? session.createdAt),
              ]
                .filter(Boolean)
                .join(' · ')}
            </p>
            {session.summaryPreview ? (
              <p className="session-card-text">{withoutMarkup(session.summaryPreview)}</p>
            ) : null}
          </Link>
        </li>
      ))}
    </ul>
  );
}
