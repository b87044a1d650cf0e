import { parsedMarkdown } from '#contract/markdown/tree.ts';
import { wordsOf } from '#contract/markdown/words.ts';
import type { NotesSection } from '#contract/notes.ts';
import { itemsOf, type Visibility, withItemVisibility } from '#contract/visibility.ts';
import { useCharacters } from '#web/hooks/character-hooks.ts';
import { VisibilitySelect } from './visibility-select.tsx';

interface ItemVisibilityProps {
  campaignId: string | null;
  section: Pick<NotesSection, 'body' | 'visibility'>;
  disabled: boolean;
  onBody: (body: string) => void;
}

const LONGEST_LABEL = 60;

/** Nested items follow it. */
export function ItemVisibility({ campaignId, section, disabled, onBody }: ItemVisibilityProps) {
  const characters = useCharacters(campaignId);
  const items = itemsOf(section).filter(({ text }) => text.trim() !== '');
  return (
    <ul className="item-visibility">
      {items.map(({ index, kind, text, own, whisper, visibility }) => {
        const words = wordsOf(parsedMarkdown(text)).join('').replace(/\s+/g, ' ').trim();
        const label = words.length > LONGEST_LABEL ? `${words.slice(0, LONGEST_LABEL)}…` : words;
        const choose = (chosen: Visibility | null) => onBody(withItemVisibility(section.body, index, chosen));
        return (
          <li key={index} data-kind={kind} data-visibility={visibility}>
            <span>{words}</span>
            <VisibilitySelect
              label={`“${label}”`}
              value={own}
              inherited={visibility}
              other={whisper.join(', ')}
              onOther={(names) => onBody(withItemVisibility(section.body, index, `whisper: ${names}`))}
              disabled={disabled}
              onChoose={choose}
            >
              {[...new Set([whisper.join(', '), ...characters])].filter(Boolean).map((names) => (
                <option key={names} value={names}>
                  Whisper to {names}
                </option>
              ))}
            </VisibilitySelect>
          </li>
        );
      })}
    </ul>
  );
}
