import type { CastSheet, CastSpeaker } from '#contract/speakers.ts';
import { Button } from '#web/ui/button.tsx';
import { Menu } from '#web/ui/menu.tsx';
import { castForm } from './cast-form.ts';
import { HearSample } from './hear-sample.tsx';
import { PersonForm } from './person-form.tsx';
import type { FormOfMapping, Mapping } from './use-speaker-mapping.ts';

interface SpeakerCardProps {
  mapping: Mapping;
  sheet: CastSheet;
  speaker: CastSpeaker;
  form: FormOfMapping;
}

export function SpeakerCard({ mapping, sheet, speaker, form }: SpeakerCardProps) {
  const { label, share, suggestion, personId, character, source, soundsLike } = speaker;
  const known = sheet.people.find(({ id }) => id === soundsLike) ?? null;
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
      {known === null ? null : (
        <div className="speaker-question">
          <p>
            {label} sounds like {known.player}.
          </p>
          <div className="button-row">
            <Button
              kind="primary"
              disabled={isBusy}
              aria-label={`Yes, ${label} is ${known.player}`}
              onClick={() => mapping.recognize(label)}
            >
              Yes
            </Button>
            <Button
              disabled={isBusy}
              aria-label={`No, ${label} is not ${known.player}`}
              onClick={() => mapping.clear(label)}
            >
              No
            </Button>
          </div>
        </div>
      )}
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
        <VoiceChanges mapping={mapping} sheet={sheet} label={label} />
      </div>
      {form.isOpen(label) ? (
        <PersonForm
          place={castForm(mapping.campaignId, mapping.session, label)}
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
    </article>
  );
}

function VoiceChanges({
  mapping,
  sheet,
  label,
}: Pick<SpeakerCardProps, 'mapping' | 'sheet'> & { label: string }) {
  const others = sheet.speakers.filter((each) => each.label !== label);
  if (mapping.step !== 'shown') return null;
  return (
    <>
      {others.length === 0 ? null : (
        <Menu
          label={`Merge ${label} with…`}
          align="start"
          items={others.map(({ label: into, personId }) => {
            const player = sheet.people.find(({ id }) => id === personId)?.player ?? into;
            const name = player.toLowerCase() === into.toLowerCase() ? into : `${into} (${player})`;
            return {
              key: into,
              label: `${label} and ${name} are one voice`,
              onChoose: () => mapping.merge(label, into),
            };
          })}
        />
      )}
      {sheet.voices?.choices.some((people) => people > 1) === true ? (
        <Button kind="quiet" onClick={() => mapping.split(label)}>
          Split {label} into two voices
        </Button>
      ) : null}
    </>
  );
}

function whoWords({ character, source }: CastSpeaker, person: CastSheet['people'][number] | null): string {
  if (person === null) return source === 'chosen' ? 'Not in the cast.' : 'Not known yet.';
  const plays = character === null ? '' : ` plays ${character}`;
  if (person.role === 'gm') return `${person.player} is the game master${plays && `, and${plays}`}.`;
  return plays === '' ? `${person.player}.` : `${person.player}${plays}.`;
}

function Samples({ mapping, sheet, speaker }: Omit<SpeakerCardProps, 'form'>) {
  const { label, samples } = speaker;
  if (samples.length === 0) return null;
  return (
    <ul className="speaker-samples" aria-label={`What ${label} says`}>
      {samples.map((sample) => (
        <li key={sample.startMs} className="speaker-sample">
          <HearSample mapping={mapping} sheet={sheet} label={label} sample={sample} />
          <q>{sample.text}</q>
        </li>
      ))}
    </ul>
  );
}
