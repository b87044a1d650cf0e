import type { CampaignFields } from '#contract/campaigns.ts';
import { recapStyles } from '#contract/recap-styles.ts';
import type { RecordDraft } from '#machines/record-change/record-change.setup.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { Field, Select } from '#web/ui/field.tsx';
import { languages } from '#web/ui/languages.ts';
import { TextArea } from '#web/ui/text-area.tsx';

type NotesWishes = Omit<CampaignFields, 'title' | 'description' | 'system'>;

const styles: readonly string[] = recapStyles.slice(0, 5);
const levels = ['brief', 'comprehensive'] as const;
const asInSettings = { key: '', label: 'As in your settings' };

const isOffered = (style: string) => styles.includes(style);
const written = (text: string | undefined) => (text ?? '').split(';').flatMap((style) => style.trim() || []);

const draftOfStyles = (wished: readonly string[]) => ({
  recapStyles: wished.filter(isOffered).join('; '),
  ownStyles: wished.filter((style) => !isOffered(style)).join('; '),
});

/** Wishes as text; styles of one's own as they are typed, because a separator at the end is no style yet. */
export const draftOfWishes = ({ language, detailLevel, recapStyles: wished, ...texts }: NotesWishes) => ({
  ...texts,
  language: language ?? '',
  detailLevel: detailLevel ?? '',
  ...draftOfStyles(wished),
});

/** What the campaign has keeps its order, and semicolons within a style, until the user writes something else. */
function stylesIn(
  { recapStyles: offered, ownStyles: own }: RecordDraft,
  before: readonly string[],
): string[] {
  const shown = draftOfStyles(before);
  if (offered === shown.recapStyles && own === shown.ownStyles) return [...before];
  return [...written(offered), ...written(own)].slice(0, 20);
}

/** @param before what the campaign has; nothing for a new one */
export const wishesIn = (draft: RecordDraft, before?: Pick<NotesWishes, 'recapStyles'>): NotesWishes => ({
  setting: draft.setting ?? '',
  genre: draft.genre ?? '',
  language: draft.language || null,
  detailLevel: levels.find((level) => level === draft.detailLevel) ?? null,
  recapStyles: stylesIn(draft, before?.recapStyles ?? []),
  instructions: draft.instructions ?? '',
});

/** What an input needs to write a field of the draft. */
export const inputsOf =
  (draft: RecordDraft, busy: boolean, write: (changes: RecordDraft) => void) => (field: string) => ({
    readOnly: busy,
    value: draft[field] ?? '',
    onChange: ({ target }: { target: { value: string } }) => write({ [field]: target.value }),
  });

interface NotesWishesFieldsProps {
  draft: RecordDraft;
  busy: boolean;
  onChange: (changes: RecordDraft) => void;
}

export function NotesWishesFields({ draft, busy, onChange }: NotesWishesFieldsProps) {
  const chosen = written(draft.recapStyles);
  const of = inputsOf(draft, busy, onChange);

  return (
    <>
      <fieldset className="campaign-form-part">
        <legend>World</legend>
        <Field label="Setting" optional maxLength={200} autoComplete="off" {...of('setting')} />
        <Field label="Genre" optional maxLength={200} autoComplete="off" {...of('genre')} />
      </fieldset>
      <fieldset className="campaign-form-part">
        <legend>Notes</legend>
        <Select
          label="Spoken language"
          disabled={busy}
          value={draft.language ?? ''}
          choices={[asInSettings, ...languages(draft.language || null)]}
          onChoose={(language) => onChange({ language })}
        />
        <Select
          label="Default level of detail"
          disabled={busy}
          value={draft.detailLevel ?? ''}
          choices={[
            asInSettings,
            { key: 'brief', label: 'Brief' },
            { key: 'comprehensive', label: 'Comprehensive' },
          ]}
          onChoose={(detailLevel) => onChange({ detailLevel })}
        />
        <fieldset className="campaign-form-styles">
          <legend>Style of recaps</legend>
          {styles.map((style) => (
            <Checkbox
              key={style}
              label={style}
              disabled={busy}
              checked={chosen.includes(style)}
              onChange={({ target }) =>
                onChange({
                  recapStyles: (target.checked
                    ? [style, ...chosen]
                    : chosen.filter((each) => each !== style)
                  ).join('; '),
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
          {...of('ownStyles')}
        />
        <TextArea
          label="Instructions"
          optional
          limit={2000}
          hint="For example the tone, or what to leave out. We pass instructions only to the language model that writes the notes. Highlights ignore them."
          {...of('instructions')}
        />
      </fieldset>
    </>
  );
}
