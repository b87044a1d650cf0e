import { creditsPerHour } from '#contract/credits.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import '#web/ui/more-icons.ts';

const gains: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'book',
    title: 'A recap to read aloud',
    text: '“Previously on …”, ready for the start of the next session, and a short summary for anyone who missed the last one.',
  },
  {
    icon: 'archive',
    title: 'Scenes, in order',
    text: 'Where the party was, what happened there, and what came of it, from the first door to the last.',
  },
  {
    icon: 'quote',
    title: 'Quotes people really said',
    text: 'The line everyone laughed at, and who said it. We show it as a quote only if every word is in the recording.',
  },
  {
    icon: 'folder',
    title: 'People, places, factions',
    text: 'Every name mentioned, with the sentence that introduces it. New names are marked.',
  },
  {
    icon: 'sparkle',
    title: 'Decisions and loose threads',
    text: 'When a language model writes the notes, you also get what the party decided, what it owes, and which questions are still open.',
  },
  {
    icon: 'search',
    title: 'The moment behind the line',
    text: 'Each statement ends with a timestamp. Click it to read what was said, so you don’t have to take our word for it.',
  },
];

const levels = [
  {
    title: 'Brief',
    credits: creditsPerHour.brief,
    text: 'The page to read ten minutes before the next session: a short account of the evening, and the names. A language model adds up to five moments and the open threads.',
  },
  {
    title: 'Comprehensive',
    credits: creditsPerHour.comprehensive,
    text: 'The whole session, at about three times the length. A language model adds scenes, a recap to read aloud, quests, decisions, character moments and fights.',
  },
];

/** What the notes contain, and the two levels of detail (R1.3). */
export function WhatYouGet() {
  return (
    <section id="what-you-get" className="landing-section" aria-labelledby="gains-title">
      <div className="landing-section-head">
        <p className="eyebrow">What you get</p>
        <h2 id="gains-title">Your session, written down</h2>
        <p className="lead">
          A language model writes session notes. A server without one picks Highlights from your transcript
          instead. You see which kind you get, and what it costs, before you start.
        </p>
      </div>
      <ul className="landing-gains">
        {gains.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
      <div className="landing-levels">
        <h3>Two levels of detail</h3>
        <dl>
          {levels.map(({ title, credits, text }) => (
            <div key={title}>
              <dt>
                {title} <span className="badge badge-calm">{credits} credits an hour</span>
              </dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}
