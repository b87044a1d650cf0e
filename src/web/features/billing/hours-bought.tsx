import { hoursOfAudio } from '#web/ui/text.ts';
import { hoursOf } from './prices-in-words.ts';

export function HoursBought({ credits }: { credits: number }) {
  const { comprehensive, brief } = hoursOf(credits);
  return (
    <dl className="hours-bought">
      <div>
        <dt>Comprehensive</dt>
        <dd>{hoursOfAudio(comprehensive)}</dd>
      </div>
      <div>
        <dt>Brief</dt>
        <dd>{hoursOfAudio(brief)}</dd>
      </div>
    </dl>
  );
}
