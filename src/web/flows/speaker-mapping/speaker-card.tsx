import type { CastSheet, CastSpeaker } from '#contract/speakers.ts';
import { useClip } from '#web/flows/player/use-clip.ts';
import { Button } from '#web/ui/button.tsx';
import { clock } from '#web/ui/text.ts';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { PersonForm } from './person-form.tsx';
import type { FormOfMapping, Mapping } from './use-speaker-mapping.ts';

interface SpeakerCardProps {
  mapping: Mapping;
  sheet: CastSheet;
  speaker: CastSpeaker;
  form: FormOfMapping;
}

export function SpeakerCard({ mapping, sheet, speaker, form }: SpeakerCardProps) {
  const { label, share, suggestion, personId, character, source } = speaker;
  const person = sheet.people.find(({ id }) => id === personId) ?? null;
  const isBusy = mapping.step !== 'shown';
  return (
    <article className="speaker-card">
      <div className="speaker-card-head">
        <h4>{label}</h4>
        <span className="muted">{share} % of the talk</span>
      </div>
      <p>
        {whoWords(speaker, person)}
        {source === 'known' ? <span className="muted"> Known from this campaign.</span> : null}
      </p>
      {suggestion === null ? null : (
        <div className="speaker-question">
          <p>
            Does {label} play {suggestion}?
          </p>
          <div className="button-row">
            <Button
              kind="primary"
              disabled={isBusy}
              aria-label={`Yes, ${label} plays ${suggestion}`}
              onClick={() => mapping.accept(label, suggestion)}
            >
              Yes
            </Button>
            <Button
              disabled={isBusy}
              aria-label={`No, ${label} does not play ${suggestion}`}
              onClick={() => mapping.reject(label, suggestion)}
            >
              No
            </Button>
          </div>
        </div>
      )}
      <Samples mapping={mapping} sheet={sheet} speaker={speaker} />
      <div className="button-row">
        <Button disabled={isBusy} onClick={() => form.open(label)}>
          {person === null ? `Say who ${label} is` : `Change who ${label} is`}
        </Button>
        {person === null ? null : (
          <Button kind="quiet" disabled={isBusy} onClick={() => mapping.clear(label)}>
            {label} is someone else
          </Button>
        )}
      </div>
      {form.isOpen(label) ? (
        <PersonForm
          person={{
            player: person?.player ?? (speaker.isLasting ? label : ''),
            role: person?.role ?? (sheet.gameMaster?.label === label ? 'gm' : 'player'),
            characters: character ? [character] : suggestion ? [suggestion] : [],
          }}
          people={sheet.people}
          several={false}
          isUnnamed={mapping.outcome === 'unnamed'}
          disabled={isBusy}
          onSave={(written) => mapping.assign(label, written)}
          onCancel={form.close}
        />
      ) : null}
      {speaker.isLasting ? null : (
        <p className="muted">
          The same label may be someone else in another session, so this applies only to this one.
        </p>
      )}
    </article>
  );
}

function whoWords({ character, source }: CastSpeaker, person: CastSheet['people'][number] | null): string {
  if (person === null) return source === 'chosen' ? 'Not in the cast.' : 'Not known yet.';
  const plays = character === null ? '' : ` plays ${character}`;
  if (person.role === 'gm') return `${person.player} is the game master${plays && `, and${plays}`}.`;
  return plays === '' ? `${person.player}.` : `${person.player}${plays}.`;
}

function Samples({ mapping, sheet, speaker }: Omit<SpeakerCardProps, 'form'>) {
  const { campaignId, session } = mapping;
  const hear = useClip();
  if (speaker.samples.length === 0) return null;
  const canHear = sheet.canBeHeard && campaignId !== null && session !== null;
  return (
    <ul className="speaker-samples" aria-label={`What ${speaker.label} says`}>
      {speaker.samples.map(({ startMs, endMs, text }) => (
        <li key={startMs} className="speaker-sample">
          {canHear ? (
            <Button
              kind="quiet"
              icon="play"
              onClick={() =>
                hear({ sessionId: session.id, campaignId, title: session.title }, { startMs, endMs })
              }
            >
              <VisuallyHidden>Hear {speaker.label} at </VisuallyHidden>
              {clock(startMs / 1000)}
            </Button>
          ) : null}
          <q>{text}</q>
        </li>
      ))}
    </ul>
  );
}
