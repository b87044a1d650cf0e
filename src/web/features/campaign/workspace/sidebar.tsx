import { Link } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { Session } from '#contract/sessions.ts';
import { Badge } from '#web/ui/badge.tsx';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { countOf } from '#web/ui/text.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SessionMark } from './session-mark.tsx';

interface SidebarProps {
  campaigns: readonly Campaign[];
  campaign: Campaign | null;
  sessions: readonly Session[] | null;
  openSessionId: string | null;
  suggestions: ReadonlyMap<string, number>;
  creating: boolean;
  onOpenCampaign: (campaignId: string) => void;
  onNewCampaign: () => void;
  onNewSession: () => void;
}

export function Sidebar(props: SidebarProps) {
  const { campaigns, campaign, sessions, creating } = props;
  return (
    <div className="sidebar">
      <Menu
        label={campaign ? campaign.title : 'Choose a campaign'}
        icon="book"
        kind="secondary"
        align="start"
        items={[
          ...campaigns.map((each) => ({
            key: each.id,
            label: each.title,
            checked: each.id === campaign?.id,
            onChoose: () => props.onOpenCampaign(each.id),
          })),
          { key: 'new', label: 'New campaign', icon: 'plus' as const, onChoose: props.onNewCampaign },
        ]}
      />
      <Link href="/campaign" className="sidebar-link">
        <Icon name="archive" />
        All campaigns
      </Link>
      {campaign ? (
        <>
          <Link
            href={`/campaign?campaignId=${campaign.id}`}
            className="sidebar-link"
            aria-current={props.openSessionId === null ? 'page' : undefined}
          >
            <Icon name="book" />
            Overview
          </Link>
          <div className="sidebar-head">
            <h2>Sessions</h2>
            <Button kind="quiet" icon="plus" busy={creating} onClick={props.onNewSession}>
              New session
            </Button>
          </div>
          {sessions === null ? (
            <Skeleton label="Loading the sessions" lines={3} />
          ) : (
            <SessionList {...props} sessions={sessions} campaignId={campaign.id} />
          )}
        </>
      ) : null}
    </div>
  );
}

function SessionList({
  sessions,
  campaignId,
  openSessionId,
  suggestions,
}: SidebarProps & { sessions: readonly Session[]; campaignId: string }) {
  if (sessions.length === 0) return <p className="sidebar-none">No sessions yet.</p>;
  return (
    <ul className="sidebar-sessions">
      {sessions.map((session) => (
        <li key={session.id}>
          <Link
            href={`/campaign?campaignId=${campaignId}&sessionId=${session.id}`}
            className="sidebar-link"
            aria-current={session.id === openSessionId ? 'page' : undefined}
          >
            <SessionMark state={session.state} />
            <span className="sidebar-session-title">{session.title}</span>
            <Waiting count={suggestions.get(session.id) ?? 0} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

function Waiting({ count }: { count: number }) {
  if (count === 0) return null;
  return (
    <Badge kind="ember">
      <span aria-hidden="true">{count}</span>
      <VisuallyHidden>{countOf(count, 'suggestion')}</VisuallyHidden>
    </Badge>
  );
}
