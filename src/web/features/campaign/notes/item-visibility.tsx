import { parsedMarkdown } from '#contract/markdown/tree.ts';
import { wordsOf } from '#contract/markdown/words.ts';
import type { NotesSection } from '#contract/notes.ts';
import { itemsOf, withItemVisibility } from '#contract/visibility.ts';
import { whisperName } from '#contract/visibility-markers.ts';
import { useCharacters } from '#web/hooks/cast-hooks.ts';
import { levels, visibilityNames } from './visibility-select.tsx';

interface ItemVisibilityProps {
  campaignId: string | null;
  section: Pick<NotesSection, 'body' | 'visibility'>;
  disabled: boolean;
  onBody: (body: string) => void;
}

const LONGEST_LABEL = 60;

const whisperTo = (name: string) => `whisper: ${name}` as const;

/** Nested items follow it. */
export function ItemVisibility({ campaignId, section, disabled, onBody }: ItemVisibilityProps) {
  const characters = useCharacters(campaignId);
  const items = itemsOf(section).filter(({ text }) => text.trim() !== '');
  return (
    <>
      <p className="muted">
        A heading’s choice is for all below it, an item’s for all inside it. In the text it is a marker at the
        start: <code>{'### <!-- gm --> The dream'}</code>. Alone on a line it is for what comes next only: a
        heading with all below it, a whole list, or one paragraph.
      </p>
      <ul className="item-visibility">
        {items.map(({ index, kind, text, own, whisper, visibility }) => {
          const words = wordsOf(parsedMarkdown(text)).join('').replace(/\s+/g, ' ').trim();
          const label = words.length > LONGEST_LABEL ? `${words.slice(0, LONGEST_LABEL)}…` : words;
          const whispered = whisper.join(', ');
          const names = new Set([whispered, ...characters.map(whisperName)].filter(Boolean));
          return (
            <li key={index} data-kind={kind} data-visibility={visibility}>
              <span>{words}</span>
              <select
                className="visibility"
                data-visibility={own ?? visibility}
                aria-label={`Who may see “${label}”`}
                disabled={disabled}
                value={whispered === '' ? (own ?? '') : whisperTo(whispered)}
                onChange={({ target: { value } }) => {
                  const chosen = [...levels, ...[...names].map(whisperTo)].find((each) => each === value);
                  onBody(withItemVisibility(section.body, index, chosen ?? null));
                }}
              >
                <option value="">{`As above: ${visibilityNames[visibility]}`}</option>
                {levels.map((level) => (
                  <option key={level} value={level}>
                    {visibilityNames[level]}
                  </option>
                ))}
                {[...names].map((name) => (
                  <option key={name} value={whisperTo(name)}>
                    Whisper to {name}
                  </option>
                ))}
              </select>
            </li>
          );
        })}
      </ul>
    </>
  );
}
