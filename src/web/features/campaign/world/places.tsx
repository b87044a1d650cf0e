import { Link } from 'wouter';
import type { World, WorldMention } from '#contract/world.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';

export const sessionTitle = ({ sessions }: Pick<World, 'sessions'>, id: string): string =>
  sessions.find((session) => session.id === id)?.title ?? '';

interface SaidProps {
  campaignId: string;
  world: Pick<World, 'sessions'>;
  mention: WorldMention;
}

const MOST = 220;

/** What was said, to hear or to read where it is. */
export function Said({ campaignId, world, mention }: SaidProps) {
  const { sessionId, lineId, startMs, text } = mention;
  const playFrom = usePlayFrom();
  const session = world.sessions.find(({ id }) => id === sessionId);
  const [path = '', hash = ''] = campaignPath({ campaignId, sessionId, tab: 'transcript' }).split('#');
  const place = lineId === null ? path : `${path}&line=${encodeURIComponent(lineId)}`;
  const short = text.length > MOST ? `${text.slice(0, MOST - 1).trimEnd()}…` : text;
  return (
    <li className="world-said-line">
      {session?.hasSound && startMs !== null ? (
        <Button
          kind="quiet"
          icon="play"
          aria-label={`Play ${session.title} from ${clock(startMs / 1000)}`}
          onClick={() => playFrom({ sessionId, campaignId, title: session.title }, startMs / 1000)}
        >
          {clock(startMs / 1000)}
        </Button>
      ) : null}
      <span>
        {short}{' '}
        <Link href={`${place}#${hash}`} aria-label={`Show in the transcript: ${short.slice(0, 60)}`}>
          Show
        </Link>
      </span>
    </li>
  );
}
