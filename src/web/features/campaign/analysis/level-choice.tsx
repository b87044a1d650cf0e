import type { Quote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { Choices } from '#web/ui/choice.tsx';
import { credits } from '#web/ui/text.ts';

const levels = [
  {
    key: 'brief',
    name: 'Brief',
    texts: {
      either: 'The essentials on one page.',
      notes: 'The essentials on one page: both summaries, up to five moments, names and open threads.',
      highlights: 'A third of the length: up to 500 words of the evening, and the whole index.',
    },
  },
  {
    key: 'comprehensive',
    name: 'Comprehensive',
    texts: {
      either: 'The whole evening in detail.',
      notes:
        'The whole evening: scene by scene, with quotes, quests, decisions, fights and character moments.',
      highlights: 'Up to 1,500 words of the evening, a longer read of three times as many, and the index.',
    },
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
  /** Before the upload it is not known. */
  kind?: Quote['notesKind'];
  costs: Readonly<Record<DetailLevel, LevelCost | null>>;
  selected: DetailLevel | null;
  disabled: boolean;
  onChoose: (level: DetailLevel) => void;
}

export function LevelChoice({ kind, costs, selected, disabled, onChoose }: LevelChoiceProps) {
  return (
    <Choices
      legend="How much detail"
      legendHidden
      cards
      disabled={disabled}
      selected={selected}
      onChoose={onChoose}
      choices={levels.map(({ key, name, texts }) => {
        const cost = costs[key];
        return {
          key,
          label: name,
          aside: cost ? (cost.free ? 'Free' : credits(cost.credits)) : null,
          text: (
            <>
              {texts[kind ?? 'either']}
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
