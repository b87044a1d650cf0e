import { useState } from 'react';
import { Link } from 'wouter';
import { kindLabel } from '#contract/name-kinds.ts';
import type { World, WorldEntry, WorldSuggestion } from '#contract/world.ts';
import { edited } from '#contract/world-edits.ts';
import type { WorldReview } from '#web/flows/world-review/use-world-review.ts';
import { worldPath } from '#web/hooks/paths.ts';
import { Button } from '#web/ui/button.tsx';
import { countOf } from '#web/ui/text.ts';

const FIRST = 5;

interface Props {
  campaignId: string;
  world: World;
  review: WorldReview;
}

/** Nothing is merged or changed before the game master says so. */
export function WorldSuggestions({ campaignId, world, review }: Props) {
  const [showsAll, setShowsAll] = useState(false);
  const { suggestions } = world;
  if (suggestions.length === 0) return null;
  const shown = showsAll ? suggestions : suggestions.slice(0, FIRST);
  return (
    <section className="world-suggestions" aria-labelledby="world-suggestions">
      <h2 id="world-suggestions">To review</h2>
      <ul>
        {shown.map((suggestion) => (
          <Suggestion
            key={suggestion.what === 'merge' ? `${suggestion.from} ${suggestion.into}` : suggestion.key}
            suggestion={suggestion}
            {...{ campaignId, world, review }}
          />
        ))}
      </ul>
      {shown.length < suggestions.length ? (
        <Button onClick={() => setShowsAll(true)}>
          Show {countOf(suggestions.length - shown.length, 'more suggestion')}
        </Button>
      ) : null}
    </section>
  );
}

function Suggestion({ suggestion, ...props }: Props & { suggestion: WorldSuggestion }) {
  const { world } = props;
  const find = (key: string) => world.entries.find((entry) => entry.key === key);
  if (suggestion.what === 'merge') {
    const [from, into] = [find(suggestion.from), find(suggestion.into)];
    return from && into ? <Merge from={from} into={into} because={suggestion.because} {...props} /> : null;
  }
  const entry = find(suggestion.key);
  return entry ? <Kind entry={entry} suggestion={suggestion} {...props} /> : null;
}

const reasons = {
  sound: 'sounds like',
  spelling: 'is spelled like',
  part: 'may be short for',
} as const;

interface MergeProps extends Props {
  from: WorldEntry;
  into: WorldEntry;
  because: keyof typeof reasons;
}

function Merge({ campaignId, review, from, into, because }: MergeProps) {
  // Whichever is said more often, the shorter name is the part.
  const isPart = because === 'part' && from.name.length > into.name.length;
  const [one, other] = isPart ? [into, from] : [from, into];
  return (
    <li className="world-suggestion">
      <p>
        <Link href={worldPath(campaignId, one.key)}>{one.name}</Link> {reasons[because]}{' '}
        <Link href={worldPath(campaignId, other.key)}>{other.name}</Link>.{' '}
        <span className="muted">
          {countOf(one.mentions, 'mention')} and {other.mentions}
        </span>
      </p>
      <div className="button-row">
        <Button
          busy={review.isChanging}
          aria-label={`Merge ${from.name} into ${into.name}`}
          onClick={() =>
            review.change(
              [edited(from, { mergedInto: into.key })],
              `${from.name} is now part of ${into.name}.`,
            )
          }
        >
          Merge
        </Button>
        <Button
          kind="quiet"
          busy={review.isChanging}
          aria-label={`Keep ${from.name} and ${into.name} apart`}
          onClick={() =>
            review.change(
              [edited(from, { notSameAs: [...(from.edit?.notSameAs ?? []), into.key] })],
              `${from.name} and ${into.name} stay apart.`,
            )
          }
        >
          Keep apart
        </Button>
      </div>
    </li>
  );
}

interface KindProps extends Props {
  entry: WorldEntry;
  suggestion: Extract<WorldSuggestion, { what: 'kind' }>;
}

function Kind({ campaignId, world, review, entry, suggestion: { kind, sessionId } }: KindProps) {
  const session = world.sessions.find(({ id }) => id === sessionId);
  const label = kindLabel(kind);
  return (
    <li className="world-suggestion">
      <p>
        <Link href={worldPath(campaignId, entry.key)}>{entry.name}</Link> is “{kindLabel(entry.kind)}” as you
        set it. The analysis of {session?.title ?? 'a session'} says “{label}”.
      </p>
      <div className="button-row">
        <Button
          busy={review.isChanging}
          aria-label={`Change ${entry.name} to ${label}`}
          onClick={() =>
            review.change([edited(entry, { kind, kindWas: kind })], `${entry.name} is now “${label}”.`)
          }
        >
          Accept
        </Button>
        <Button
          kind="quiet"
          busy={review.isChanging}
          aria-label={`Leave ${entry.name} as it is`}
          onClick={() =>
            review.change([edited(entry, { kindWas: kind })], `${entry.name} stays as you set it.`)
          }
        >
          Reject
        </Button>
      </div>
    </li>
  );
}
