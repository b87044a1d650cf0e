import { useState } from 'react';
import { useSearchParams } from 'wouter';
import type { Campaign } from '#contract/campaigns.ts';
import type { Story } from '#contract/story.ts';
import { keysOf } from '#contract/unknown-values.ts';
import type { Visibility } from '#contract/visibility.ts';
import { useStory } from '#web/hooks/story-hooks.ts';
import { Select } from '#web/ui/field.tsx';
import { Copy } from '../workspace/copy.tsx';
import { MemoryPage, TakeAway } from '../world/memory-page.tsx';
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
  const isEmpty = audience === 'gm' && story.data !== undefined && storiesOf(story.data, of).length === 0;
  return (
    <MemoryPage
      campaign={campaign}
      title="Story so far"
      of={story}
      choices={
        isEmpty ? null : (
          <div className="world-filters">
            <Select
              label="Story"
              value={of}
              choices={choicesOf(story.data?.players ?? [])}
              onChoose={setOf}
            />
            <ReaderSelect reader={audience} onChoose={setReader} forYou={of === 'all'} />
            <Select
              label="Length"
              value={length}
              choices={keysOf(lengths).map((key) => ({ key, label: lengths[key] }))}
              onChoose={setLength}
            />
          </div>
        )
      }
    >
      {(data) => <Stories {...{ campaign, of, length, audience }} story={data} />}
    </MemoryPage>
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

interface StoriesProps extends StoryViewProps {
  story: Story;
  of: StoryOf;
  length: StoryLength;
  audience: Visibility;
}

function Stories({ campaign, story, of, length, audience }: StoriesProps) {
  const stories = storiesOf(story, of);
  const shown = { story, of, length };
  const title = headOf(story, of);
  if (stories.length === 0)
    return (
      <p>
        {of === 'all'
          ? nothing[audience]
          : `There is nothing here that ${readers[audience].toLowerCase()} may read.`}
      </p>
    );
  return (
    <>
      <TakeAway
        label="Copy as text"
        text={() => storyAsText(campaign.title, shown)}
        markdown={() => storyAsMarkdown(campaign.title, shown)}
        name={`${campaign.title} – ${title}`}
      />
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
  const text = (previously.find((each) => each.seconds === seconds)?.statements ?? [])
    .map((statement) => statement.text)
    .join(' ');
  return (
    <section aria-labelledby="previously">
      <h2 id="previously">Previously on …</h2>
      <div className="world-filters">
        <Select
          label="Time to read it aloud"
          value={`${seconds}`}
          choices={previously.map((each) => ({ key: `${each.seconds}`, label: `${each.seconds} seconds` }))}
          onChoose={(key) => setSeconds(Number(key))}
        />
        <Copy label="Copy what to read aloud" text={() => text} />
      </div>
      <blockquote className="story-aloud">{text}</blockquote>
    </section>
  );
}
