import { useState } from 'react';
import type { Certainty, CorrectionHit } from '#contract/corrections.ts';
import { Checkbox } from '#web/ui/choice.tsx';
import { countOf } from '#web/ui/text.ts';
import { placeWords } from './place-words.ts';

interface HitGroupsProps {
  hits: readonly CorrectionHit[];
  chosen: ReadonlySet<string>;
  disabled: boolean;
  onToggle: (ids: readonly string[]) => void;
}

const groups: readonly { certainty: Certainty; title: string; hint: string }[] = [
  { certainty: 'exact', title: 'Exactly this name', hint: '' },
  { certainty: 'inflected', title: 'Other forms of it', hint: 'Possessive, plural, or in capital letters.' },
  { certainty: 'phonetic', title: 'Sounds the same', hint: 'Check before you tick them.' },
  { certainty: 'similar', title: 'Spelled almost the same', hint: 'Often another word.' },
];
const FEW = 5;

export function HitGroups({ hits, ...props }: HitGroupsProps) {
  return groups.map(({ certainty, title, hint }) => {
    const own = hits.filter((hit) => hit.certainty === certainty);
    if (own.length === 0) return null;
    const forms = [...new Set(own.map(({ match }) => match))];
    return (
      <fieldset key={certainty} className="hit-group">
        <legend>{title}</legend>
        {hint ? <p className="muted">{hint}</p> : null}
        {forms.map((form) => (
          <Form key={form} form={form} hits={own.filter(({ match }) => match === form)} {...props} />
        ))}
      </fieldset>
    );
  });
}

function Form({ form, hits, chosen, disabled, onToggle }: HitGroupsProps & { form: string }) {
  const [isOpen, setOpen] = useState(hits.length <= FEW);
  const [first] = hits;
  if (first === undefined) return null;
  const ticked = hits.filter(({ id }) => chosen.has(id));
  const places = hits.reduce((sum, { count }) => sum + count, 0);
  return (
    <div className="hit-form">
      {hits.length > 1 ? (
        <>
          <Checkbox
            label={
              <>
                All of “{form}” to “{first.replacement}” ({countOf(places, 'place')})
              </>
            }
            checked={ticked.length === hits.length}
            ref={(box) => {
              if (box) box.indeterminate = ticked.length > 0 && ticked.length < hits.length;
            }}
            disabled={disabled}
            onChange={() => onToggle(hits.map(({ id }) => id))}
          />
          <details open={isOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
            <summary>{isOpen ? 'Hide the places' : 'Show the places'}</summary>
            {isOpen ? (
              <div className="hit-places">
                {hits.map((hit) => (
                  <Place
                    key={hit.id}
                    hit={hit}
                    checked={chosen.has(hit.id)}
                    disabled={disabled}
                    onToggle={onToggle}
                  />
                ))}
              </div>
            ) : null}
          </details>
        </>
      ) : (
        <Place hit={first} checked={ticked.length > 0} disabled={disabled} onToggle={onToggle} />
      )}
    </div>
  );
}

interface PlaceProps {
  hit: CorrectionHit;
  checked: boolean;
  disabled: boolean;
  onToggle: (ids: readonly string[]) => void;
}

function Place({ hit, checked, disabled, onToggle }: PlaceProps) {
  const { id, place, before, match, after, replacement, count } = hit;
  return (
    <Checkbox
      label={
        <>
          <span className="hit-where">
            {placeWords(place)}
            {count > 1 ? ` · ${count} times` : ''}
          </span>{' '}
          <span className="hit-text">
            {before}
            <del>{match}</del> <ins>{replacement}</ins>
            {after}
          </span>
        </>
      }
      checked={checked}
      disabled={disabled}
      onChange={() => onToggle([id])}
    />
  );
}
