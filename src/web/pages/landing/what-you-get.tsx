import { creditsPerHour } from '#contract/credits.ts';
import { Icon, type IconName } from '#web/ui/icon.tsx';
import '#web/ui/more-icons.ts';

const gains: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'book',
    title: 'A recap to read aloud',
    text: '“Previously on …”, ready for the first minute of the next evening, and a short summary for whoever was ill.',
  },
  {
    icon: 'archive',
    title: 'Scenes, in order',
    text: 'Where the party was, what happened there, and what came of it, told from the first door to the last.',
  },
  {
    icon: 'quote',
    title: 'Quotes that were said',
    text: 'The line everybody laughed at, with the name of who said it. If a word of it is not in the recording, it is not set as a quote.',
  },
  {
    icon: 'folder',
    title: 'People, places, factions',
    text: 'Every name that fell, with the sentence that brings it in, and a mark on those that are new.',
  },
  {
    icon: 'sparkle',
    title: 'Promises and loose threads',
    text: 'What the party decided, what it owes, and the questions that nobody has answered yet.',
  },
  {
    icon: 'search',
    title: 'The moment behind the line',
    text: 'A small chip with a time follows each statement. It takes you to the words at the table, so you need not take ours.',
  },
];

const levels = [
  {
    title: 'Brief',
    credits: creditsPerHour.brief,
    text: 'The page for ten minutes before the next session: a short summary, up to five moments, the names with a line each, and the threads still open.',
  },
  {
    title: 'Comprehensive',
    credits: creditsPerHour.comprehensive,
    text: 'The evening scene by scene, with the recap to read aloud, quests, decisions, character moments and fights.',
  },
];

/** What the notes hold, and the two levels of detail (R1.3). */
export function WhatYouGet() {
  return (
    <section id="what-you-get" className="landing-section" aria-labelledby="gains-title">
      <div className="landing-section-head">
        <p className="eyebrow">What you get</p>
        <h2 id="gains-title">The evening, written down</h2>
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
