import { describe, expect, it } from 'vitest';
import { type AnyStateMachine, createActor, fromPromise, SimulatedClock } from 'xstate';
import type { FlowOutcome } from '#flows/flow.ts';
import { instructionFlow } from '#machines/instruction/instruction.flow.ts';
import { seconds } from '#machines/kit/durations.ts';
import { olderNotesFlow } from '#machines/older-notes/older-notes.flow.ts';
import { recapCollectionFlow } from '#machines/recap-collection/recap-collection.flow.ts';
import { voiceErasureFlow } from '#machines/voice-erasure/voice-erasure.flow.ts';

interface Tried {
  machine: AnyStateMachine;
  outcomes: Readonly<Record<string, readonly FlowOutcome[]>>;
  events: Readonly<Record<string, 'sentByActor' | readonly { name: string; event: { type: string } }[]>>;
}

/** Every actor waits until `answer` ends the last one that was started. */
function trial({ machine, outcomes, events }: Tried, ...effects: string[]) {
  const taken: string[] = [];
  const pending = new Map<string, (outcome: FlowOutcome) => void>();
  const clock = new SimulatedClock();
  const held = (name: string) =>
    fromPromise(
      () =>
        new Promise((resolve, reject) => {
          pending.set(name, (outcome) =>
            outcome.type === 'done' ? resolve(outcome.output) : reject('error' in outcome && outcome.error),
          );
        }),
    );
  const actor = createActor(
    machine.provide({
      actors: Object.fromEntries(Object.keys(outcomes).map((name) => [name, held(name)])),
      actions: Object.fromEntries(effects.map((name) => [name, () => taken.push(name)])),
    }),
    { clock },
  ).start();
  return {
    actor,
    clock,
    /** Since the last call. */
    taken: () => taken.splice(0),
    send(type: string, index = 0) {
      const cases = events[type];
      actor.send(
        cases === undefined || cases === 'sentByActor' ? { type } : (cases[index]?.event ?? { type }),
      );
    },
    async answer(name: string, outcome: string) {
      const found = outcomes[name]?.find((each) => each.name === outcome);
      if (found === undefined) throw new Error(`${name} has no outcome “${outcome}”`);
      pending.get(name)?.(found);
      await new Promise((done) => setImmediate(done));
    },
  };
}

describe('[D18] the notes are read again at every end of a recap', () => {
  const open = async (first: string) => {
    const recaps = trial(recapCollectionFlow, 'refreshNotes', 'leaveModal', 'announceFailure');
    recaps.send('recaps.opened');
    await recaps.answer('listRecaps', first);
    return recaps;
  };

  it('which the dialog learns of as it is opened', async () => {
    const recaps = await open('one is written');
    expect(recaps.taken()).toEqual(['refreshNotes']);
  });

  it('which it learns of by cancelling too late', async () => {
    const recaps = await open('one is being written');
    recaps.send('recap.ended');
    await recaps.answer('endRecap', 'it was written before');
    expect(recaps.taken()).toEqual(['refreshNotes']);
  });

  it('that was asked for as the dialog was closed', async () => {
    const recaps = await open('there is none yet');
    recaps.send('recap.asked');
    recaps.send('recaps.closed');
    expect(recaps.taken()).toEqual(['leaveModal']);
    await recaps.answer('followAsking', 'it waits for the model');
    recaps.taken();
    recaps.clock.increment(seconds(2));
    await recaps.answer('listRecaps', 'one is written');
    expect(recaps.taken()).toEqual(['refreshNotes']);
    expect(recaps.actor.getSnapshot().value).toBe('closed');
  });

  it('that the server took although its answer was lost', async () => {
    const recaps = await open('there is none yet');
    recaps.send('recap.asked');
    await recaps.answer('askRecap', 'the server cannot be reached');
    expect(recaps.actor.getSnapshot().context.failure).toMatchObject({ code: 'network' });
    await recaps.answer('listRecaps', 'one is written');
    expect(recaps.taken()).toEqual(['refreshNotes']);
  });

  it('also when the dialog is opened again meanwhile and closed before it has read them', async () => {
    const recaps = await open('one is being written');
    for (const type of ['recaps.closed', 'recaps.opened', 'recaps.closed']) recaps.send(type);
    recaps.taken();
    recaps.clock.increment(seconds(2));
    await recaps.answer('listRecaps', 'one is written');
    expect(recaps.taken()).toEqual(['refreshNotes']);
  });

  it('and a request that fails behind the closed dialog is told', async () => {
    const recaps = await open('there is none yet');
    recaps.send('recap.asked');
    recaps.send('recaps.closed');
    await recaps.answer('followAsking', 'the server cannot be reached');
    expect(recaps.taken()).toEqual(['leaveModal', 'announceFailure']);
  });

  it('and the dialog, opened again before the server has answered, waits for it', async () => {
    const recaps = await open('there is none yet');
    for (const type of ['recap.asked', 'recaps.closed', 'recaps.opened']) recaps.send(type);
    expect(recaps.actor.getSnapshot().value).toEqual({ open: { asking: 'following' } });
    await recaps.answer('followAsking', 'it waits for the model');
    expect(recaps.actor.getSnapshot().value).toEqual({ open: { shown: 'waiting' } });
  });

  it('but of a session that is gone nothing is asked any longer', async () => {
    const recaps = await open('one is being written');
    recaps.send('recaps.closed');
    recaps.clock.increment(seconds(2));
    await recaps.answer('listRecaps', 'the session is gone');
    expect(recaps.actor.getSnapshot().value).toBe('closed');
  });
});

describe('[D18] the suggestions are read again at every end of an instruction', () => {
  const follow = async () => {
    const asked = trial(instructionFlow, 'refreshProposals', 'keepAsDraft', 'leaveModal', 'announceFailure');
    asked.send('instruction.opened');
    await asked.answer('readInstruction', 'the model is at work');
    return asked;
  };

  it('also when it is cancelled, because the model may have been done', async () => {
    const asked = await follow();
    asked.send('cancel.requested');
    await asked.answer('endInstruction', 'the model has stopped');
    expect(asked.taken()).toEqual(['keepAsDraft', 'refreshProposals']);
  });

  it('also behind the closed dialog, and as it is opened', async () => {
    const asked = await follow();
    asked.send('instruction.closed');
    asked.clock.increment(seconds(2));
    await asked.answer('readInstruction', 'changes are proposed');
    expect(asked.taken()).toEqual(['leaveModal', 'refreshProposals']);
    expect(asked.actor.getSnapshot().value).toBe('closed');
    asked.send('instruction.opened');
    await asked.answer('readInstruction', 'changes are proposed');
    expect(asked.taken()).toEqual(['refreshProposals']);
  });

  it('also when the dialog was closed before the server had taken it', async () => {
    const asked = trial(instructionFlow, 'refreshProposals', 'leaveModal', 'announceFailure');
    asked.send('instruction.opened');
    await asked.answer('readInstruction', 'nothing has been asked');
    asked.send('text.submitted');
    asked.send('instruction.closed');
    await asked.answer('followGiving', 'it waits for the model');
    asked.clock.increment(seconds(2));
    await asked.answer('readInstruction', 'nothing has to change');
    expect(asked.taken()).toEqual(['leaveModal', 'refreshProposals']);
  });
});

describe('[D18] an instruction whose dialog was closed before the server had taken it', () => {
  const leave = async () => {
    const asked = trial(instructionFlow, 'refreshProposals', 'leaveModal', 'announceFailure', 'announceEnd');
    asked.send('instruction.opened');
    await asked.answer('readInstruction', 'nothing has been asked');
    asked.send('text.submitted');
    asked.send('instruction.closed');
    asked.taken();
    return asked;
  };
  const text = 'Bryce is a woman';

  it('is waited for by the dialog that is opened again', async () => {
    const asked = await leave();
    asked.send('instruction.opened');
    expect(asked.actor.getSnapshot().value).toEqual({ open: { sending: 'following' } });
    await asked.answer('followGiving', 'it waits for the model');
    expect(asked.actor.getSnapshot().value).toEqual({ open: { following: 'waiting' } });
  });

  it('stays in the field of that dialog if it fails', async () => {
    const asked = await leave();
    asked.send('instruction.opened');
    await asked.answer('followGiving', 'the server cannot be reached');
    expect(asked.actor.getSnapshot()).toMatchObject({ value: { open: 'writing' }, context: { text } });
  });

  it('is asked about after a failure, because the server may have taken it', async () => {
    const asked = await leave();
    await asked.answer('followGiving', 'the server cannot be reached');
    asked.clock.increment(seconds(2));
    await asked.answer('readInstruction', 'the model is at work');
    asked.clock.increment(seconds(2));
    await asked.answer('readInstruction', 'changes are proposed');
    expect(asked.taken()).toEqual(['announceFailure', 'refreshProposals']);
  });

  it('stays in the field also if the dialog is opened after the failure', async () => {
    const asked = await leave();
    await asked.answer('followGiving', 'the server cannot be reached');
    asked.send('instruction.opened');
    await asked.answer('readInstruction', 'nothing has been asked');
    expect(asked.actor.getSnapshot()).toMatchObject({ value: { open: 'writing' }, context: { text } });
  });

  it('does not hold up the dialog of another session, and is told when it ends', async () => {
    const asked = await leave();
    asked.send('instruction.opened', 1);
    expect(asked.actor.getSnapshot()).toMatchObject({ value: { open: 'reading' }, context: { text: '' } });
    expect(asked.taken()).toEqual(['announceEnd']);
  });

  it('is not asked about any longer once its session is gone', async () => {
    const asked = await leave();
    await asked.answer('followGiving', 'it waits for the model');
    asked.clock.increment(seconds(2));
    await asked.answer('readInstruction', 'the session is gone');
    expect(asked.actor.getSnapshot().value).toBe('closed');
  });
});

describe('[R2.34] an erasure is followed behind its closed dialog', () => {
  const close = async () => {
    const erasure = trial(
      voiceErasureFlow,
      'refreshTexts',
      'stopHearing',
      'leaveModal',
      'announceFailure',
      'announceEnd',
    );
    erasure.send('voices.opened');
    await erasure.answer('readVoices', 'two people speak');
    erasure.send('voice.chosen');
    erasure.send('erasure.confirmed');
    erasure.send('voices.closed');
    expect(erasure.taken()).toEqual(['stopHearing', 'leaveModal']);
    return erasure;
  };

  it('and texts are read again at its end, not before', async () => {
    const erasure = await close();
    await erasure.answer('followErasure', 'the voice is erased');
    expect(erasure.taken()).toEqual(['refreshTexts']);
    expect(erasure.actor.getSnapshot().value).toBe('closed');
  });

  it('and a failure is told', async () => {
    const erasure = await close();
    await erasure.answer('followErasure', 'an analysis runs');
    expect(erasure.taken()).toEqual(['refreshTexts', 'announceFailure']);
  });

  it('and the dialog, opened again, waits for it', async () => {
    const erasure = await close();
    erasure.send('voices.opened');
    expect(erasure.actor.getSnapshot().value).toEqual({ open: 'following' });
    await erasure.answer('followErasure', 'the voice is erased');
    expect(erasure.taken()).toEqual(['refreshTexts']);
    expect(erasure.actor.getSnapshot().value).toEqual({ open: 'loading' });
  });

  it('and the dialog of another session asks for the voices of that', async () => {
    const erasure = await close();
    erasure.send('voices.opened', 1);
    expect(erasure.actor.getSnapshot()).toMatchObject({
      value: { open: 'loading' },
      context: { voice: null },
    });
    expect(erasure.taken()).toEqual(['announceEnd']);
  });
});

describe('[D18] older notes tell a failure only where it happened', () => {
  const ended = async () => {
    const older = trial(olderNotesFlow, 'refreshNotes', 'announceEnd');
    older.send('place.opened');
    await older.answer('readOlderNotes', 'the credits ran out');
    older.send('choice.opened');
    return older;
  };
  const failure = ({ actor }: { actor: { getSnapshot(): { context: unknown } } }) =>
    (actor.getSnapshot().context as { failure: unknown }).failure;

  it('not after “Not now”', async () => {
    const older = await ended();
    await older.answer('planOlderNotes', 'the sessions with their prices');
    older.send('start.confirmed');
    await older.answer('startOlderNotes', 'the server cannot be reached');
    expect(failure(older)).not.toBeNull();
    older.send('choice.closed');
    expect(failure(older)).toBeNull();
  });

  it('not at the end of a run that could not be stopped', async () => {
    const older = trial(olderNotesFlow, 'refreshNotes', 'announceEnd');
    older.send('place.opened');
    await older.answer('readOlderNotes', 'some are being written');
    older.send('cancel.requested');
    await older.answer('cancelOlderNotes', 'the server cannot be reached');
    expect(failure(older)).not.toBeNull();
    older.clock.increment(seconds(3));
    await older.answer('readOlderNotes', 'all are written');
    expect(older.actor.getSnapshot().value).toBe('ended');
    expect(failure(older)).toBeNull();
  });

  it('above the end of the run where the rest could not be read, which can still be put away', async () => {
    const older = await ended();
    await older.answer('planOlderNotes', 'the server cannot be reached');
    expect(older.actor.getSnapshot().value).toBe('ended');
    expect(failure(older)).not.toBeNull();
    older.send('end.closed');
    await older.answer('closeOlderNotes', 'nothing is left to say');
    expect(failure(older)).toBeNull();
  });
});
