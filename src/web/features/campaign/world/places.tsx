import { Link } from 'wouter';
import type { World, WorldMention } from '#contract/world.ts';
import { changedThread } from '#contract/world-edits.ts';
import { usePlayFrom } from '#web/flows/player/use-player.ts';
import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { randomKey } from '#web/ui/random-key.ts';
import { clock } from '#web/ui/text.ts';

export const sessionTitle = ({ sessions }: Pick<World, 'sessions'>, id: string): string =>
  sessions.find((session) => session.id === id)?.title ?? '';

interface PlaceProps {
  campaignId: string;
  world: Pick<World, 'sessions'>;
  place: Pick<WorldMention, 'sessionId' | 'lineId' | 'startMs'>;
  /** What it is the place of. */
  of: string;
}

/** To hear it, or to read it where it is. */
export function PlaceLinks({ campaignId, world, place, of }: PlaceProps) {
  const { sessionId, lineId, startMs } = place;
  const playFrom = usePlayFrom();
  const session = world.sessions.find(({ id }) => id === sessionId);
  const tab = lineId === null ? 'notes' : 'transcript';
  const [path = '', hash = ''] = campaignPath({ campaignId, sessionId, tab }).split('#');
  const line = lineId === null ? '' : `&line=${encodeURIComponent(lineId)}`;
  return (
    <>
      {session?.hasSound && startMs !== null ? (
        <Button
          kind="quiet"
          icon="play"
          aria-label={`Play ${session.title} from ${clock(startMs / 1000)}: ${of}`}
          onClick={() => playFrom({ sessionId, campaignId, title: session.title }, startMs / 1000)}
        >
          {clock(startMs / 1000)}
        </Button>
      ) : null}
      <Link href={`${path}${line}#${hash}`} aria-label={`Show in the session: ${of}`}>
        Show
      </Link>
    </>
  );
}

interface SaidProps {
  campaignId: string;
  world: Pick<World, 'sessions'>;
  mention: WorldMention;
  review: WorldReview;
}

const MOST = 220;

/** What was said. */
export function Said({ campaignId, world, mention, review }: SaidProps) {
  const { sessionId, transcriptId, lineId, text } = mention;
  const short = text.length > MOST ? `${text.slice(0, MOST - 1).trimEnd()}…` : text;
  const start = short.slice(0, 60);
  return (
    <li className="world-name">
      <span>{short}</span>
      <div className="world-thread-actions">
        <PlaceLinks {...{ campaignId, world }} place={mention} of={start} />
        {transcriptId === null || lineId === null ? null : (
          <Button
            kind="quiet"
            busy={review.isChanging}
            aria-label={`Keep as a thread: ${start}`}
            onClick={() => {
              const key = randomKey();
              const kept = { sessionId, transcriptId, lineId };
              review.change(
                [changedThread({ key, revision: 0, edit: null, state: 'open' }, { kept, isOwn: true })],
                `“${start}” is kept as a thread.`,
              );
            }}
          >
            Keep as a thread
          </Button>
        )}
      </div>
    </li>
  );
}
