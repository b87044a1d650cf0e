import type { DetailLevel } from '#contract/common.ts';
import { Choices } from '#web/ui/choice.tsx';
import { credits } from '#web/ui/text.ts';

const levels = [
  {
    key: 'brief',
    name: 'Brief',
    text: 'The essentials on one page: both summaries, up to five moments, names and open threads.',
  },
  {
    key: 'comprehensive',
    name: 'Comprehensive',
    text: 'The whole evening: scene by scene, with quotes, quests, decisions, fights and character moments.',
  },
] as const;

export interface LevelCost {
  credits: number;
  free?: boolean;
  /** Free because the game master has said more since. */
  isRerun?: boolean;
  missing?: number;
}

interface LevelChoiceProps {
  costs: Readonly<Record<DetailLevel, LevelCost | null>>;
  selected: DetailLevel;
  disabled: boolean;
  onChoose: (level: DetailLevel) => void;
}

export function LevelChoice({ costs, selected, disabled, onChoose }: LevelChoiceProps) {
  return (
    <Choices
      legend="How much detail"
      legendHidden
      cards
      disabled={disabled}
      selected={selected}
      onChoose={onChoose}
      choices={levels.map(({ key, name, text }) => {
        const cost = costs[key];
        return {
          key,
          label: name,
          aside: cost ? (cost.free ? 'Free' : credits(cost.credits)) : null,
          text: (
            <>
              {text}
              {cost?.free && !cost.isRerun ? (
                <span className="level-note">
                  Your free analysis covers it (worth {credits(cost.credits)}).
                </span>
              ) : null}
              {cost?.missing ? (
                <span className="level-note level-missing">You need {credits(cost.missing)} more.</span>
              ) : null}
            </>
          ),
        };
      })}
    />
  );
}
