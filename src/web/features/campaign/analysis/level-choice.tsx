import type { Quote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { Choices } from '#web/ui/choice.tsx';
import { credits } from '#web/ui/text.ts';

const levels = [
  {
    key: 'brief',
    name: 'Brief',
    texts: {
      notes: 'The essentials on one page: both summaries, up to five moments, names and open threads.',
      highlights:
        'The essentials on one page: the evening in short, up to five lines worth keeping, and the names.',
    },
  },
  {
    key: 'comprehensive',
    name: 'Comprehensive',
    texts: {
      notes:
        'The whole evening: scene by scene, with quotes, quests, decisions, fights and character moments.',
      highlights:
        'The whole evening: scene by scene, with the lines worth keeping, the names, and a recap to read aloud.',
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
  /** Before the upload it is not known: what is said of Highlights is true of both kinds. */
  kind?: Quote['notesKind'];
  costs: Readonly<Record<DetailLevel, LevelCost | null>>;
  selected: DetailLevel;
  disabled: boolean;
  onChoose: (level: DetailLevel) => void;
}

export function LevelChoice({ kind = 'highlights', costs, selected, disabled, onChoose }: LevelChoiceProps) {
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
              {texts[kind]}
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
