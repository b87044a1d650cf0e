import { Button } from '#web/ui/button.tsx';
import { countOf } from '#web/ui/text.ts';

/** Where nobody has said yet how many they are. */
const USUAL = 4;

const speak = (people: number) =>
  people === 1 ? '1 person speaks' : `${countOf(people, 'person', 'people')} speak`;

/** Voices are told apart far better when their number is known. */
export function PeopleChoice({
  people,
  most,
  disabled,
  onChoose,
}: {
  people: number | null;
  most: number;
  disabled: boolean;
  onChoose: (people: number) => void;
}) {
  const fewer = people === null ? USUAL : people - 1;
  const more = people === null ? USUAL + 1 : people + 1;
  return (
    <fieldset className="people-choice" disabled={disabled}>
      <legend>How many people speak on this recording?</legend>
      <p aria-live="polite">
        {people === null
          ? 'Not said yet. We’ll listen and guess, which is often wrong.'
          : `${speak(people)}.`}{' '}
        <span className="muted">Count the game master and guests.</span>
      </p>
      <div className="button-row">
        {[fewer, more].map((each) => (
          <Button
            key={each < (people ?? more) ? 'fewer' : 'more'}
            disabled={each < 1 || each > most}
            onClick={() => onChoose(each)}
          >
            {speak(each)}
          </Button>
        ))}
      </div>
    </fieldset>
  );
}
