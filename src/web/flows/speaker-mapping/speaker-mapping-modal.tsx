import { useState } from 'react';
import type { CastPerson, CastSheet, CastUndo } from '#contract/speakers.ts';
import type { VoicesChanged } from '#contract/voice-changes.ts';
import { FIRST_VOICES } from '#web/results/attendance.ts';
import { Button } from '#web/ui/button.tsx';
import { countOf } from '#web/ui/count-of.ts';
import { Dialog } from '#web/ui/dialog.tsx';
import { TryAgain } from '#web/ui/load-failure.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { castForm, newPerson } from './cast-form.ts';
import { GameMasterQuestion } from './game-master-question.tsx';
import { KnownVoices } from './known-voices.tsx';
import { PersonForm } from './person-form.tsx';
import { SpeakerCard } from './speaker-card.tsx';
import { type FormOfMapping, type Mapping, useSpeakerMapping } from './use-speaker-mapping.ts';
import './speaker-mapping.css';

export function SpeakerMappingModal() {
  const mapping = useSpeakerMapping();
  const { step, sheet, failure } = mapping;
  return (
    <Dialog open wide title="Who is who" onClose={mapping.close}>
      <div className="speaker-mapping">
        {failure ? <Notice kind="error">{failure.message}</Notice> : null}
        {step === 'loading' ? <Skeleton label="Loading who is who" lines={8} /> : null}
        {step === 'unread' ? <TryAgain onRetry={mapping.retry} /> : null}
        {step !== 'loading' && step !== 'unread' && sheet !== null ? (
          <Sheet mapping={mapping} sheet={sheet} />
        ) : null}
      </div>
    </Dialog>
  );
}

function Sheet({ mapping, sheet }: { mapping: Mapping; sheet: CastSheet }) {
  const { session, outcome } = mapping;
  const [open, setOpen] = useState<string | null>(null);
  const [shown, setShown] = useState(outcome);
  if (shown !== outcome) {
    setShown(outcome);
    if (outcome === 'changed' || outcome === 'undone') setOpen(null);
  }
  const form: FormOfMapping = {
    isOpen: (of) => open === of,
    open: setOpen,
    close: () => setOpen(null),
  };
  return (
    <>
      <Outcome {...mapping} sheet={sheet} />
      <VoicesOutcome {...mapping} sheet={sheet} />
      {session === null ? null : (
        <section className="speaker-mapping-part">
          <h3>Speakers of “{session.title}”</h3>
          {sheet.speakers.length === 0 ? (
            <p className="muted">
              This session has no transcript with speakers yet. Add its recording or transcript to the
              session, and they appear here. You can add the people at your table now.
            </p>
          ) : (
            <>
              <SoundsLike mapping={mapping} sheet={sheet} />
              <GameMasterQuestion
                mapping={mapping}
                sheet={sheet}
                disabled={mapping.step !== 'shown'}
                onChoose={(label, player) => mapping.assign(label, { player, role: 'gm', characters: [] })}
              />
              <TellApartAgain mapping={mapping} sheet={sheet} />
              <SpeakerCards mapping={mapping} sheet={sheet} form={form} />
            </>
          )}
        </section>
      )}
      <People mapping={mapping} sheet={sheet} form={form} />
      <KnownVoices mapping={mapping} sheet={sheet} />
    </>
  );
}

/** All of them at once; each card has its own question. */
function SoundsLike({ mapping, sheet }: { mapping: Mapping; sheet: CastSheet }) {
  const found = sheet.speakers.flatMap(({ label, soundsLike }) => {
    const person = sheet.people.find(({ id }) => id === soundsLike);
    return person === undefined ? [] : [`${label} sounds like ${person.player}`];
  });
  if (found.length < 2) return null;
  return (
    <div className="speaker-question">
      <p>{new Intl.ListFormat('en').format(found)}.</p>
      <div className="button-row">
        <Button kind="primary" disabled={mapping.step !== 'shown'} onClick={() => mapping.recognize(null)}>
          Yes, all of them
        </Button>
      </div>
    </div>
  );
}

/** Nothing where the voices were not told apart by their sound. */
export function TellApartAgain({
  mapping,
  sheet,
}: {
  mapping: Pick<Mapping, 'step' | 'tellApart'>;
  sheet: Pick<CastSheet, 'speakers' | 'voices'>;
}) {
  const { heard, choices } = sheet.voices ?? { heard: 0, choices: [] };
  const fewer = choices.filter((people) => people < heard).at(-1);
  const more = choices.find((people) => people > heard);
  const shown = sheet.speakers.length;
  const same = shown === heard ? undefined : choices.find((people) => people === heard);
  if ((fewer ?? same ?? more) === undefined) return null;
  return (
    <div className="speaker-question">
      <p>
        We hear {countOf(heard, 'voice')} in this recording
        {shown === heard ? '' : `; you changed that to ${shown}`}. Is that wrong? Tell them apart again; you
        can undo it.
      </p>
      <div className="button-row">
        {[fewer, same, more].map((people) =>
          people === undefined ? null : (
            <Button
              key={people}
              disabled={mapping.step !== 'shown'}
              onClick={() => mapping.tellApart(people)}
            >
              {people === 1 ? 'Only one person speaks' : `${people} people speak`}
            </Button>
          ),
        )}
      </div>
    </div>
  );
}

const voicesWords: Readonly<Record<VoicesChanged, string>> = {
  count: 'The voices were told apart again.',
  merge: 'Two voices were merged.',
  split: 'A voice was split.',
};

function VoicesOutcome({ outcome, sheet, step, undoVoices }: Mapping & { sheet: CastSheet }) {
  const changed = sheet.voices?.undo ?? null;
  if (changed !== null)
    return (
      <Notice kind={outcome === 'regrouped' ? 'success' : 'information'}>
        <span className="speaker-mapping-outcome">
          {voicesWords[changed]}
          <Button kind="quiet" icon="undo" disabled={step !== 'shown'} onClick={undoVoices}>
            Restore the voices
          </Button>
        </span>
      </Notice>
    );
  return outcome === 'regrouped' ? <Notice kind="success">The voices are as they were.</Notice> : null;
}

/** The first six, and those about whom there is a question. */
function SpeakerCards({ mapping, sheet, form }: { mapping: Mapping; sheet: CastSheet; form: FormOfMapping }) {
  const [isWhole, setWhole] = useState(false);
  const first = sheet.speakers.filter(
    ({ label, suggestion }, index) => index < FIRST_VOICES || suggestion !== null || form.isOpen(label),
  );
  const more = sheet.speakers.length - first.length;
  return (
    <>
      <ul className="speaker-cards">
        {(isWhole ? sheet.speakers : first).map((speaker) => (
          <li key={speaker.label}>
            <SpeakerCard mapping={mapping} sheet={sheet} speaker={speaker} form={form} />
          </li>
        ))}
      </ul>
      {more === 0 ? null : (
        <div className="button-row">
          <Button aria-expanded={isWhole} onClick={() => setWhole(!isWhole)}>
            {isWhole ? 'Show fewer' : `${more} more`}
          </Button>
        </div>
      )}
    </>
  );
}

const undoWords: Readonly<Record<CastUndo, string>> = {
  assigned: 'A speaker was named.',
  cleared: 'A speaker is not in the cast.',
  accepted: 'A suggestion was accepted.',
  rejected: 'A suggestion was rejected. We won’t ask again.',
  recognized: 'The speakers are who they sound like.',
  saved: 'A person was saved.',
  removed: 'A person was removed.',
};

function Outcome({ outcome, sheet, step, undo }: Mapping & { sheet: CastSheet }) {
  if (outcome === 'outdated')
    return (
      <Notice kind="warning">
        Who is who was changed somewhere else. Your change was not saved. This is the current version.
      </Notice>
    );
  if (sheet.undo !== null)
    return (
      <Notice kind={outcome === 'changed' ? 'success' : 'information'}>
        <span className="speaker-mapping-outcome">
          {undoWords[sheet.undo]}
          <Button
            kind="quiet"
            icon="undo"
            disabled={step !== 'shown' && step !== 'undoing'}
            busy={step === 'undoing'}
            onClick={undo}
          >
            Undo
          </Button>
        </span>
      </Notice>
    );
  return outcome === 'undone' ? <Notice kind="success">Undone. Everything is as it was.</Notice> : null;
}

const roles = { player: 'Player', gm: 'Game master', guest: 'Guest' } as const;

function playsWords({ characters, role }: CastPerson): string {
  if (characters.length === 0) return roles[role];
  const names = new Intl.ListFormat('en').format(characters);
  return role === 'player' ? `plays ${names}` : `${roles[role]}, plays ${names}`;
}

function People({ mapping, sheet, form }: { mapping: Mapping; sheet: CastSheet; form: FormOfMapping }) {
  const { step, outcome, save, remove } = mapping;
  const isBusy = step !== 'shown';
  const formOf = (person: CastPerson | null) => (
    <PersonForm
      place={castForm(mapping.campaignId, null, person?.id ?? newPerson)}
      person={person ?? { player: '', role: 'player', characters: [] }}
      people={sheet.people}
      several
      isUnnamed={outcome === 'unnamed'}
      disabled={isBusy}
      onSave={(written) => save(person?.id ?? null, written)}
      onCancel={form.close}
    />
  );
  return (
    <section className="speaker-mapping-part">
      <h3>People in this campaign</h3>
      {sheet.people.length === 0 ? (
        <p className="muted">
          No one yet. Say who a speaker is, or add the people at your table. Transcripts, quotes and notes of
          all sessions will then use their names.
        </p>
      ) : (
        <ul className="speaker-people">
          {sheet.people.map((person) => (
            <li key={person.id} className="speaker-person">
              <p>
                <strong>{person.player}</strong> <span className="muted">{playsWords(person)}</span>
              </p>
              <div className="button-row">
                <Button kind="quiet" icon="pencil" disabled={isBusy} onClick={() => form.open(person.id)}>
                  Edit {person.player}
                </Button>
                <Button kind="quiet" icon="trash" disabled={isBusy} onClick={() => remove(person.id)}>
                  Remove {person.player}
                </Button>
              </div>
              {form.isOpen(person.id) ? formOf(person) : null}
            </li>
          ))}
        </ul>
      )}
      <div className="button-row">
        <Button icon="plus" disabled={isBusy} onClick={() => form.open(newPerson)}>
          Add a person
        </Button>
      </div>
      {form.isOpen(newPerson) ? formOf(null) : null}
    </section>
  );
}
