import type { CastSheet, CastSpeaker } from '#contract/speakers.ts';
import { FIRST_VOICES } from '#web/results/attendance.ts';
import { Button } from '#web/ui/button.tsx';
import { HearSample } from './hear-sample.tsx';
import type { Mapping } from './use-speaker-mapping.ts';

const MOST_HEARD_MS = 5_000;

interface GameMasterQuestionProps {
  mapping: Pick<Mapping, 'campaignId' | 'session'>;
  sheet: Pick<CastSheet, 'gameMaster' | 'speakers' | 'people' | 'canBeHeard'>;
  disabled: boolean;
  onChoose: (label: string, player: string) => void;
}

/** Comes before all other questions, since the notes depend on who the game master is. The likely voice is first. */
export function GameMasterQuestion({ mapping, sheet, disabled, onChoose }: GameMasterQuestionProps) {
  const { gameMaster: likely, speakers, people } = sheet;
  if (likely === null) return null;
  const voices = speakers
    .toSorted((one, other) => Number(other.label === likely.label) - Number(one.label === likely.label))
    .slice(0, FIRST_VOICES);
  const playerOf = ({ label, personId, isLasting }: CastSpeaker) => {
    const [known, ...others] = people.filter(({ role }) => role === 'gm');
    const person = people.find(({ id }) => id === personId) ?? (others.length === 0 ? known : undefined);
    return label === likely.label ? likely.player : (person?.player ?? (isLasting ? label : 'Game master'));
  };
  return (
    <fieldset className="speaker-question" disabled={disabled}>
      <legend>Who is the game master?</legend>
      <ul className="game-master-voices">
        {voices.map((voice) => {
          const [sample] = voice.samples;
          return (
            <li key={voice.label}>
              <Button
                kind={voice.label === likely.label ? 'primary' : 'secondary'}
                onClick={() => onChoose(voice.label, playerOf(voice))}
              >
                {voice.label} is the game master
              </Button>
              {sample === undefined ? null : (
                <HearSample
                  mapping={mapping}
                  sheet={sheet}
                  label={voice.label}
                  sample={{
                    startMs: sample.startMs,
                    endMs: Math.min(sample.endMs, sample.startMs + MOST_HEARD_MS),
                  }}
                />
              )}
            </li>
          );
        })}
      </ul>
    </fieldset>
  );
}
