import type { Quote } from '#contract/analyses.ts';
import type { DetailLevel } from '#contract/common.ts';
import { eveningLengths } from '#contract/evening-lengths.ts';
import { Choices } from '#web/ui/choice.tsx';
import { credits } from '#web/ui/text.ts';

const wordsPerMinute = 150;

function pageText(level: DetailLevel): string {
  const { words, names, wordsOfMoment } = eveningLengths[level];
  return `Up to about ${words.toLocaleString('en')} words of the evening, a longer read of three times as many, up to ${names} names, and a moment about every ${Math.round(wordsOfMoment / wordsPerMinute)} minutes.`;
}

const levels = [
  {
    key: 'brief',
    name: 'Brief',
    texts: {
      either: 'The shorter one: the essentials.',
      notes: 'The essentials on one page: both summaries, up to five moments, names and open threads.',
      highlights: pageText('brief'),
    },
  },
  {
    key: 'comprehensive',
    name: 'Comprehensive',
    texts: {
      either: 'The longer one: more of the evening.',
      notes:
        'The whole evening: scene by scene, with quotes, quests, decisions, fights and character moments.',
      highlights: pageText('comprehensive'),
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
