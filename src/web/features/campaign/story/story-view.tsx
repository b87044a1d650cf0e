import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { Story } from '#contract/story.ts';
import { keysOf } from '#contract/unknown-values.ts';
import type { Visibility } from '#contract/visibility.ts';
import { useCopy } from '#web/flows/clipboard/use-copy.ts';
import { campaignPath } from '#web/hooks/paths.ts';
import { useSaveMarkdown } from '#web/hooks/save-text.ts';
import { useStory } from '#web/hooks/story-hooks.ts';
import { Button } from '#web/ui/button.tsx';
import { CopyButton } from '#web/ui/copy-button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Select } from '#web/ui/field.tsx';
import { EmptyShelf } from '#web/ui/illustrations/empty-shelf.tsx';
import { LoadFailure } from '#web/ui/load-failure.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { PlaceLinks } from '../world/places.tsx';
import { ReaderSelect, readers } from './reader-select.tsx';
import {
  headOf,
  type StoryLength,
  type StoryOf,
  statementsOf,
  storiesOf,
  storyAsMarkdown,
  storyAsText,
  storyOfPlace,
} from './story-words.ts';
import '../workspace/paper.css';
import '../world/world.css';
import './story.css';

const lengths: Readonly<Record<StoryLength, string>> = { short: 'Short', medium: 'Medium', long: 'Long' };
const nothing: Readonly<Record<Visibility, string>> = {
  gm: 'Once a session has notes or an analysis, its story appears here.',
  players:
    'Players read what your notes show them: make the summary of a session visible to players, and it appears here.',
  public:
    'Everyone reads what your notes make public: make the summary of a session public, and it appears here.',
};

interface StoryViewProps {
  campaign: Pick<Campaign, 'id' | 'title'>;
}

/** What happened, session by session, for the game master, the players or everyone. */
export function StoryView({ campaign }: StoryViewProps) {
  const asked = useSearchParams()[0].get('of');
  return <StoryOfCampaign key={asked} {...{ campaign, asked }} />;
}

function StoryOfCampaign({ campaign, asked }: StoryViewProps & { asked: string | null }) {
  const [reader, setReader] = useState<Visibility>('gm');
  const [of, setOf] = useState<StoryOf>(storyOfPlace(asked));
  const [length, setLength] = useState<StoryLength>('short');
  // What a player is given is never more than what players may read.
  const audience = of !== 'all' && reader === 'gm' ? 'players' : reader;
  const story = useStory(
    campaign.id,
    audience,
    of.startsWith('knows ') ? of.slice('knows '.length) : undefined,
  );
  const choices = choicesOf(story.data?.players ?? []);
  return (
    <div className="paper">
      <p className="world-path">
        <Link href={campaignPath({ campaignId: campaign.id })}>{campaign.title}</Link>
      </p>
      <PageHeading title="Story so far" />
      <div className="world-filters">
        <Select
          label="Story"
          value={of}
          onChange={({ target }) => setOf(choices.find(({ key }) => key === target.value)?.key ?? 'all')}
        >
          {choices.map(({ key, label }) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
        <ReaderSelect reader={audience} onChoose={setReader} forYou={of === 'all'} />
        <Select
          label="Length"
          value={length}
          onChange={({ target }) => setLength(keysOf(lengths).find((key) => key === target.value) ?? 'short')}
        >
          {Object.entries(lengths).map(([key, label]) => (
            <option key={key} value={key}>
              {label}
            </option>
          ))}
        </Select>
      </div>
      {story.data ? (
        <Told {...{ campaign, of, length, audience }} story={story.data} />
      ) : story.error ? (
        <LoadFailure message={story.error.message} onRetry={() => story.refetch()} />
      ) : (
        <Skeleton label="Loading the story" heading lines={6} />
      )}
    </div>
  );
}

function choicesOf(players: Story['players']): { key: StoryOf; label: string }[] {
  return [
    { key: 'all', label: 'Everything' },
    ...players.map(({ id, player }) => ({ key: `missed ${id}` as const, label: `What ${player} missed` })),
    ...players.map(({ id, character }) => ({
      key: `knows ${id}` as const,
      label: `What ${character} knows`,
    })),
  ];
}

interface ToldProps extends StoryViewProps {
  story: Story;
  of: StoryOf;
  length: StoryLength;
  audience: Visibility;
}

function Told({ campaign, story, of, length, audience }: ToldProps) {
  const { isCopied, failure, copy } = useCopy();
  const saveMarkdown = useSaveMarkdown();
  const stories = storiesOf(story, of);
  const shown = { story, of, length };
  const title = headOf(story, of);
  if (stories.length === 0)
    return (
      <EmptyState
        illustration={<EmptyShelf />}
        title="No story yet"
        text={
          of === 'all'
            ? nothing[audience]
            : `There is nothing here that ${readers[audience].toLowerCase()} may read.`
        }
      />
    );
  return (
    <>
      <div className="button-row">
        <CopyButton
          label="Copy as text"
          copied={isCopied}
          failure={failure}
          onCopy={() => copy(storyAsText(campaign.title, shown))}
        />
        <Button
          icon="copy"
          onClick={() => saveMarkdown(storyAsMarkdown(campaign.title, shown), `${campaign.title} – ${title}`)}
        >
          Download Markdown
        </Button>
        <Button icon="book" onClick={() => window.print()}>
          Print
        </Button>
      </div>
      {of === 'all' ? <Previously story={story} /> : null}
      {of !== 'all' && isUnsure(story) ? (
        <p className="muted">
          Sessions with a voice that has no name yet are left out: it could be anyone. Name the voices under
          “Players and characters”.
        </p>
      ) : null}
      {stories.map((session) => {
        const of = story.sessions.find(({ id }) => id === session.sessionId)?.title ?? '';
        return (
          <section key={session.sessionId} aria-label={of} className="story-session">
            <h2>{of}</h2>
            <ul className="world-names">
              {statementsOf(session, length).map(({ text, place }) => (
                <li key={text} className="world-name">
                  <span>{text}</span>
                  {place === null ? null : (
                    <div className="world-thread-actions">
                      <PlaceLinks
                        campaignId={campaign.id}
                        world={story}
                        place={place}
                        of={text.slice(0, 60)}
                      />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          </section>
        );
      })}
    </>
  );
}

/** Whether sessions are left out, because somebody who spoke there has no name. */
const isUnsure = ({ sessions, players: [one] }: Story): boolean =>
  one !== undefined && one.present.length + one.missed.length < sessions.length;

/** To read aloud at the start of the next evening. */
function Previously({ story: { previously } }: { story: Story }) {
  const [seconds, setSeconds] = useState(60);
  const { isCopied, failure, copy } = useCopy();
  const text = (previously.find((each) => each.seconds === seconds)?.statements ?? [])
    .map((statement) => statement.text)
    .join(' ');
  return (
    <section aria-labelledby="previously">
      <h2 id="previously">Previously on …</h2>
      <div className="world-filters">
        <Select
          label="Time to read it aloud"
          value={seconds}
          onChange={({ target }) => setSeconds(Number(target.value))}
        >
          {previously.map((each) => (
            <option key={each.seconds} value={each.seconds}>
              {each.seconds} seconds
            </option>
          ))}
        </Select>
        <CopyButton
          label="Copy what to read aloud"
          copied={isCopied}
          failure={failure}
          onCopy={() => copy(text)}
        />
      </div>
      <blockquote className="story-aloud">{text}</blockquote>
    </section>
  );
}
