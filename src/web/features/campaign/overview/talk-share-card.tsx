import { shownLabel } from '#contract/labels.ts';
import type { TalkShare } from '#contract/speakers.ts';
import { useWhoIsWho } from '#web/flows/speaker-mapping/use-who-is-who.ts';
import { useTalkShare } from '#web/hooks/campaign-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { Card } from '#web/ui/card.tsx';
import { countOf } from '#web/ui/count-of.ts';
import { quietest, spokenTime, spotlight } from './talk-share.ts';

/** Only the game master sees it. Empty until two evenings have speakers with names. */
export function TalkShareCard({ campaignId }: { campaignId: string }) {
  const whoIsWho = useWhoIsWho();
  const { data } = useTalkShare(campaignId);
  if (data === undefined || data.evenings < 2 || data.people.length < 2) return null;
  const { unnamed } = data;
  const quiet = quietest(data);
  return (
    <Card className="talk-share" aria-labelledby="talk-share-heading">
      <h2 id="talk-share-heading">Who spoke</h2>
      <p className="muted">
        Over the last {countOf(data.evenings, 'session')} with speakers. Only you see this.
      </p>
      <ul>
        {data.people.map((person) => (
          <Person key={person.name} person={person} evenings={data.evenings} />
        ))}
      </ul>
      {quiet === null ? null : (
        <p>
          {quiet.characters[0]?.name ?? shownLabel(quiet.name)} has been quiet lately. Some players like to
          listen; a scene of their own may still be welcome.
        </p>
      )}
      {unnamed === null ? null : (
        <div className="talk-share-unnamed">
          <p className="muted">Voices without a name spoke for {spokenTime(unnamed.talkMs)}.</p>
          <Button kind="quiet" onClick={() => whoIsWho(campaignId, unnamed.session)}>
            Say who spoke in “{unnamed.session.title}”
          </Button>
        </div>
      )}
    </Card>
  );
}

function Person({ person, evenings }: { person: TalkShare['people'][number]; evenings: number }) {
  const { name, role, characters, share, talkMs } = person;
  const plays = role === 'gm' ? 'game master' : spotlight(characters);
  return (
    <li className="talk-share-person">
      <span>
        <strong>{shownLabel(name)}</strong> {plays === '' ? null : <span className="muted">{plays}</span>}
      </span>
      <span className="talk-share-bar" aria-hidden="true">
        <span style={{ inlineSize: `${share}%` }} />
      </span>
      <span className="muted">
        {share} % of the talk, {spokenTime(talkMs)}
        {person.evenings < evenings ? ` in ${countOf(person.evenings, 'session')}` : ''}
      </span>
    </li>
  );
}
