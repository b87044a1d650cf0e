import { useState } from 'react';
import type { CampaignFields } from '#contract/campaigns.ts';
import { recapStyles } from '#contract/recap-styles.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { languages } from '#web/ui/languages.ts';
import { TextArea } from '#web/ui/text-area.tsx';

type NotesWishes = Omit<CampaignFields, 'title' | 'description' | 'system'>;

export const noWishes: NotesWishes = {
  setting: '',
  genre: '',
  language: null,
  detailLevel: null,
  recapStyles: [],
  instructions: '',
};

const styles: readonly string[] = recapStyles.slice(0, 5);

const isOffered = (style: string) => styles.includes(style);

interface NotesWishesFieldsProps {
  wishes: NotesWishes;
  onChange: (changes: Partial<NotesWishes>) => void;
}

const levels = ['brief', 'comprehensive'] as const;

export function NotesWishesFields({ wishes, onChange }: NotesWishesFieldsProps) {
  const own = wishes.recapStyles.filter((style) => !isOffered(style)).join('; ');
  // As typed: a separator at the end is no style yet.
  const [ownStyles, setOwnStyles] = useState(own);
  const chosen = wishes.recapStyles.filter(isOffered);

  function writeStyles(text: string) {
    setOwnStyles(text);
    const written = text.split(';').flatMap((style) => style.trim() || []);
    onChange({ recapStyles: [...chosen, ...written].slice(0, 20) });
  }

  return (
    <>
      <fieldset className="campaign-form-part">
        <legend>World</legend>
        <Field
          label="Setting"
          optional
          maxLength={200}
          autoComplete="off"
          value={wishes.setting}
          onChange={({ target }) => onChange({ setting: target.value })}
        />
        <Field
          label="Genre"
          optional
          maxLength={200}
          autoComplete="off"
          value={wishes.genre}
          onChange={({ target }) => onChange({ genre: target.value })}
        />
      </fieldset>
      <fieldset className="campaign-form-part">
        <legend>Notes</legend>
        <Select
          label="Spoken language"
          value={wishes.language ?? ''}
          onChange={({ target }) => onChange({ language: target.value || null })}
        >
          <option value="">As in your settings</option>
          {languages(wishes.language).map(({ tag, name }) => (
            <option key={tag} value={tag}>
              {name}
            </option>
          ))}
        </Select>
        <Select
          label="Default level of detail"
          value={wishes.detailLevel ?? ''}
          onChange={({ target }) =>
            onChange({ detailLevel: levels.find((level) => level === target.value) ?? null })
          }
        >
          <option value="">As in your settings</option>
          <option value="brief">Brief</option>
          <option value="comprehensive">Comprehensive</option>
        </Select>
        <fieldset className="campaign-form-styles">
          <legend>Style of recaps</legend>
          {styles.map((style) => (
            <Checkbox
              key={style}
              label={style}
              checked={wishes.recapStyles.includes(style)}
              onChange={({ target }) =>
                onChange({
                  recapStyles: target.checked
                    ? [style, ...wishes.recapStyles].slice(0, 20)
                    : wishes.recapStyles.filter((each) => each !== style),
                })
              }
            />
          ))}
        </fieldset>
        <Field
          label="Other styles"
          optional
          hint="Separate several with semicolons."
          maxLength={200}
          autoComplete="off"
          value={ownStyles}
          onChange={({ target }) => writeStyles(target.value)}
        />
        <TextArea
          label="Instructions"
          optional
          limit={2000}
          hint="For example the tone, or what to leave out. We pass instructions only to the language model that writes the notes. Highlights ignore them."
          value={wishes.instructions}
          onChange={({ target }) => onChange({ instructions: target.value })}
        />
      </fieldset>
    </>
  );
}
