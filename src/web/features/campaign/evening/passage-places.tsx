import { type FormEvent, type PointerEvent, useEffect, useState } from 'react';
import type { Passage } from '#contract/analysis-result.ts';
import type { MovePlace } from '#machines/passage-move/passage-move.setup.ts';
import type { PassageMove } from '#web/flows/passage-move/use-passage-move.ts';
import { useKeptDraft } from '#web/flows/record-change/use-kept-draft.ts';
import { Button } from '#web/ui/button.tsx';
import { Choices } from '#web/ui/choice.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Field } from '#web/ui/field.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { randomKey } from '#web/ui/random-key.ts';

const fresh = 'new';
const usualTitle = 'My notes';

function freshTitle(places: readonly MovePlace[], number = 1): string {
  const title = number === 1 ? usualTitle : `${usualTitle} ${number}`;
  return places.some((place) => place.title === title) ? freshTitle(places, number + 1) : title;
}

/** Pixels from the edge of the list of places at which it starts to scroll. */
const EDGE = 32;

const keyOf = (place: MovePlace | null, places: readonly MovePlace[]): string | null =>
  place === null || places.some(({ key }) => key === place.key) ? (place?.key ?? null) : fresh;

const newPlace = (title: string): MovePlace => ({ key: `own-${randomKey()}`, title });

/** For pointers; the passage’s menu is for the keyboard and for touch. */
export function PassageGrip({
  passageId,
  move,
  places,
}: {
  passageId: string;
  move: PassageMove;
  places: readonly MovePlace[];
}) {
  const placeUnder = ({ clientX, clientY }: PointerEvent): MovePlace | null => {
    const under = document.elementFromPoint(clientX, clientY);
    const tray = under?.closest('.passage-tray');
    const box = tray?.getBoundingClientRect();
    if (tray && box)
      tray.scrollBy(0, clientY > box.bottom - EDGE ? EDGE / 2 : clientY < box.top + EDGE ? -EDGE / 2 : 0);
    const key = under?.closest('[data-move-place]')?.getAttribute('data-move-place');
    if (key === fresh && keyOf(move.over, places) === fresh) return move.over;
    if (key === fresh) return newPlace(freshTitle(places));
    return places.find((place) => place.key === key) ?? null;
  };
  return (
    <span
      className="passage-grip"
      aria-hidden="true"
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.preventDefault();
        event.currentTarget.setPointerCapture(event.pointerId);
        move.lift(passageId);
      }}
      onPointerMove={(event) => {
        if (move.isCarried) move.reach(placeUnder(event));
      }}
      onPointerUp={move.drop}
      onPointerCancel={move.cancel}
    >
      <Icon name="grip" />
    </span>
  );
}

interface PassagePlacesProps {
  /** Of a title that is written and not used. */
  place: string;
  passage: Passage | undefined;
  places: readonly MovePlace[];
  move: PassageMove;
}

/** Where a passage can go: a tray to drop it on, or a dialog. */
export function PassagePlaces({ place, passage, places, move }: PassagePlacesProps) {
  const { isCarried, isChoosing, over, cancel } = move;
  useEffect(() => {
    if (!isCarried) return;
    const leave = ({ key }: KeyboardEvent) => {
      if (key === 'Escape') cancel();
    };
    document.addEventListener('keydown', leave);
    return () => document.removeEventListener('keydown', leave);
  }, [isCarried, cancel]);
  if (passage === undefined) return null;
  if (isChoosing) return <PlaceDialog place={place} passage={passage} places={places} move={move} />;
  if (!isCarried) return null;
  const overKey = keyOf(over, places);
  return (
    <div className="passage-tray" aria-hidden="true">
      <strong>Drop it into your notes</strong>
      <q>{passage.text}</q>
      {[...places, { key: fresh, title: `New section “${freshTitle(places)}”` }].map(({ key, title }) => (
        <span key={key} data-move-place={key} data-over={key === overKey || undefined}>
          {title}
        </span>
      ))}
    </div>
  );
}

function PlaceDialog({ place, passage, places, move }: PassagePlacesProps & { passage: Passage }) {
  const form = useKeptDraft(place, { title: freshTitle(places) });
  const [key, setKey] = useState(form.isKept ? fresh : (places[0]?.key ?? fresh));
  const chosen =
    key === fresh ? { title: form.fields.title.trim() } : places.find((each) => each.key === key);
  function leave() {
    form.forget();
    move.cancel();
  }
  function put(event: FormEvent) {
    event.preventDefault();
    if (chosen === undefined || chosen.title === '') return;
    form.forget();
    move.choose('key' in chosen ? chosen : newPlace(chosen.title));
  }
  return (
    <Dialog open title="Move into my notes" onClose={move.cancel}>
      <form className="passage-places" onSubmit={put}>
        <blockquote>{passage.text}</blockquote>
        <Choices
          legend="Section"
          choices={[
            ...places.map((each) => ({ key: each.key, label: each.title })),
            { key: fresh, label: 'A new section' },
          ]}
          selected={key}
          onChoose={setKey}
        />
        {key === fresh ? (
          <Field
            label="Title of the new section"
            required
            maxLength={200}
            value={form.fields.title}
            onChange={({ target }) => form.write({ title: target.value })}
          />
        ) : null}
        {form.warning ? <Notice kind="warning">{form.warning}</Notice> : null}
        <p className="muted">It goes there word for word, in the order of the evening, and still plays.</p>
        <div className="button-row">
          <Button kind="primary" type="submit" disabled={chosen === undefined || chosen.title === ''}>
            Move it
          </Button>
          <Button onClick={leave}>Cancel</Button>
        </div>
      </form>
    </Dialog>
  );
}
