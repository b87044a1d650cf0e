import { Icon, type IconName } from '#web/ui/icon.tsx';
import '#web/ui/more-icons.ts';
import { AppFigure } from './app-figure.tsx';

const strengths: readonly { icon: IconName; title: string; text: string }[] = [
  {
    icon: 'pencil',
    title: 'Fix a name once, in every session',
    text: 'Type the right spelling once. You check each place first, then we change it in the transcripts and notes of the whole campaign. You can undo it.',
  },
  {
    icon: 'book',
    title: 'A page for your players',
    text: 'Decide what players may see, line by line if you like. They read it without an account, and send you corrections to accept.',
  },
  {
    icon: 'upload',
    title: 'One track per player, from Craig',
    text: 'Upload the zip from your Discord recording as it is. Each track becomes a named voice, so you know who said what.',
  },
  {
    icon: 'archive',
    title: 'Into Obsidian and Discord',
    text: 'Export the campaign as a vault with linked people and places, and update it without losing what you wrote there. Post the recap to your Discord channel.',
  },
  {
    icon: 'trash',
    title: 'Erase a voice',
    text: 'A player no longer wants to be on the recording? Remove their voice and their words, and keep the rest of the evening.',
  },
  {
    icon: 'check',
    title: 'Runs on your own computer',
    text: 'Start it with one command. With the built-in engines, recordings, transcripts and notes stay on your disk.',
  },
];

/** What game masters ask for and rarely find. */
export function SetsApart() {
  return (
    <section id="sets-apart" className="landing-section" aria-labelledby="sets-apart-title">
      <div className="landing-section-head">
        <p className="eyebrow">Made for the whole campaign</p>
        <h2 id="sets-apart-title">Six things that make the difference</h2>
      </div>
      <AppFigure />
      <ul className="landing-gains">
        {strengths.map(({ icon, title, text }) => (
          <li key={title}>
            <Icon name={icon} />
            <h3>{title}</h3>
            <p>{text}</p>
          </li>
        ))}
      </ul>
    </section>
  );
}
