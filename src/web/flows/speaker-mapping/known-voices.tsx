import { useState } from 'react';
import type { CastSheet } from '#contract/speakers.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/choice.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { countOf, day } from '#web/ui/text.ts';
import type { Mapping } from './use-speaker-mapping.ts';

interface KnownVoicesProps {
  mapping: Mapping;
  sheet: CastSheet;
}

/** Whose voices the campaign remembers. Nothing on a server that remembers none. */
export function KnownVoices({ mapping, sheet }: KnownVoicesProps) {
  const { memory, people } = sheet;
  if (memory === null) return null;
  const isBusy = mapping.step !== 'shown';
  const nameOf = (personId: string) => people.find(({ id }) => id === personId)?.player ?? '';
  const others = people.filter(({ id }) => !memory.people.some(({ personId }) => personId === id));
  return (
    <section className="speaker-mapping-part">
      <h3>Voices known again</h3>
      {mapping.outcome === 'remembered' ? (
        <Notice kind="success">
          {memory.people.length === 0
            ? 'No voices are remembered.'
            : `Remembered: ${new Intl.ListFormat('en').format(memory.people.map(({ personId }) => nameOf(personId)))}.`}
        </Notice>
      ) : null}
      <p className="muted">
        Hearthscribe can remember how people sound and suggest who is who in your next recording. How a voice
        sounds is biometric data, so ask everyone first. You can read this aloud:
      </p>
      <blockquote className="known-voices-words">
        We’d like Hearthscribe to remember how we sound, so that it can suggest who is speaking in our next
        recordings. For each of us it stores numbers about our voice on this server. They are used for this
        campaign only, and are not shared or exported. Is that all right with you? If not, your voice won’t be
        remembered. You can say no at any time, and it is deleted.
      </blockquote>
      {memory.people.length === 0 ? null : (
        <ul className="speaker-people">
          {memory.people.map(({ personId, agreedAt, evenings }) => (
            <li key={personId} className="speaker-person">
              <p>
                <strong>{nameOf(personId)}</strong>{' '}
                <span className="muted">
                  agreed on {day(agreedAt)} ·{' '}
                  {evenings === 0 ? 'not learned yet' : `learned from ${countOf(evenings, 'session')}`}
                </span>
              </p>
              <div className="button-row">
                <Button kind="quiet" icon="trash" disabled={isBusy} onClick={() => mapping.forget(personId)}>
                  Forget {nameOf(personId)}’s voice
                </Button>
              </div>
            </li>
          ))}
        </ul>
      )}
      {people.length === 0 ? (
        <p className="muted">Add the people at your table first. Then you can record who agreed.</p>
      ) : others.length === 0 ? null : (
        <Agreeing
          key={others.map(({ id }) => id).join()}
          people={others}
          disabled={isBusy}
          onAgree={mapping.remember}
        />
      )}
      {memory.people.length === 0 ? null : (
        <>
          <p className="muted">
            A voice is learned while your next recording is analyzed, from up to five stored recordings in
            which you said who is who. Nothing is stored about how anyone else sounds. If you correct who is
            who, the wrong voice is deleted within an hour. A forgotten voice can’t be restored.
          </p>
          <div className="button-row">
            <Button icon="trash" disabled={isBusy} onClick={() => mapping.forget(null)}>
              Forget all voices
            </Button>
          </div>
        </>
      )}
    </section>
  );
}

function Agreeing({
  people,
  disabled,
  onAgree,
}: {
  people: CastSheet['people'];
  disabled: boolean;
  onAgree: (personIds: readonly string[]) => void;
}) {
  const [agreed, setAgreed] = useState<readonly string[]>([]);
  return (
    <fieldset className="speaker-question" disabled={disabled}>
      <legend>Who agreed?</legend>
      {people.map(({ id, player }) => (
        <Checkbox
          key={id}
          label={player}
          checked={agreed.includes(id)}
          onChange={({ target: { checked } }) =>
            setAgreed(checked ? [...agreed, id] : agreed.filter((each) => each !== id))
          }
        />
      ))}
      <div className="button-row">
        <Button disabled={agreed.length === 0} onClick={() => onAgree(agreed)}>
          Remember their voices
        </Button>
      </div>
    </fieldset>
  );
}
