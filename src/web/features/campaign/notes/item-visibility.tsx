import { parsedMarkdown } from '#contract/markdown/tree.ts';
import { wordsOf } from '#contract/markdown/words.ts';
import type { NotesSection } from '#contract/notes.ts';
import { itemsOf, type Visibility, withItemVisibility } from '#contract/visibility.ts';
import { VisibilitySelect } from './visibility-select.tsx';

interface ItemVisibilityProps {
  section: Pick<NotesSection, 'body' | 'visibility'>;
  disabled: boolean;
  onBody: (body: string) => void;
}

const LONGEST_LABEL = 60;

/** Nested items follow it. */
export function ItemVisibility({ section, disabled, onBody }: ItemVisibilityProps) {
  const items = itemsOf(section).filter(({ text }) => text.trim() !== '');
  return (
    <ul className="item-visibility">
      {items.map(({ index, kind, text, own, visibility }) => {
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
              disabled={disabled}
              onChoose={choose}
            />
          </li>
        );
      })}
    </ul>
  );
}
