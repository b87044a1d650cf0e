import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createModelTrial } from '#server/analyses/model-trial.ts';
import { measuredWriting } from '#server/analyses/model-use.ts';
import type { Writer } from '#server/analyses/writers.ts';
import { createTurns } from '#server/engines/models/turns.ts';
import { NotesUnavailable } from '#server/engines/notes/errors.ts';
import type { NotesEngine } from '#server/engines/notes/port.ts';
import type { Database } from '#server/platform/database/database.ts';
import { installationValues } from '#server/platform/database/tables.ts';
import { trialText } from '#server/sample/sample-campaigns.ts';
import { openTestDatabase, silentLog } from '#tests/support/database.ts';
import { createFakeNotes, createGate } from '#tests/support/fake-engines.ts';

let database: Database;
beforeAll(async () => {
  database = await openTestDatabase();
});
afterAll(() => database.close());

let engines = 0;
let isHere = true;
let notes = createFakeNotes();
beforeEach(() => {
  engines += 1;
  isHere = true;
  notes = createFakeNotes({ id: `embedded ${engines}` });
  notes.part = { model: 'toy', calls: 1, inputTokens: 400, outputTokens: 65, milliseconds: 5000 };
});

function trialOf(engine: NotesEngine, writer: Writer['writer'] = 'computer') {
  const ready = () => [{ writer, engine, model: 'toy', sends: { what: 'nothing' as const } }];
  return createModelTrial({
    database,
    writers: { ready },
    log: silentLog,
    text: trialText,
    isHere: () => isHere,
  });
}
const patience = { timeout: 20_000 };
const measured = (engine: NotesEngine) => measuredWriting(database.orm, engine.id);

describe('the trial of the model on this computer', () => {
  it('[D16] tells before the first evening how long one takes, by tokens for each second, and is not given again', async () => {
    const { engine } = notes;
    expect(await measured(engine)).toBeNull();
    const trial = trialOf(engine);
    await trial.begin();
    await expect.poll(() => measured(engine), patience).not.toBeNull();
    // Four parts of 400 and 65 tokens are two thirds of what a thousand words take, and took 20 seconds.
    expect(await measured(engine)).toMatchObject({ seconds: expect.closeTo(30, 5), on: { what: 'trial' } });
    expect(notes.requests[0]?.transcript.segments.length).toBeGreaterThan(20);
    await trial.begin();
    await trial.stop();
    expect(notes.requests).toHaveLength(1);
  });

  it('[D16] leaves when somebody needs the model, and is given later', async () => {
    const turns = createTurns();
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const { signal } = new AbortController();
    const { engine } = notes;
    const inTurn: NotesEngine = {
      ...engine,
      extract: (request, context) =>
        turns.use('notes', { signal: context.signal, yields: context.yields }, () =>
          engine.extract(request, { ...context, checkpoint: async (_key, _schema, work) => work() }),
        ),
    };
    const trial = trialOf(inTurn);
    await trial.begin();
    await gate.arrived;
    expect(await turns.use('speech', { signal }, async () => 'heard')).toBe('heard');
    expect(await measured(engine)).toBeNull();
    gate.open();
    await expect
      .poll(async () => {
        await trial.begin();
        return measured(engine);
      }, patience)
      .toMatchObject({ on: { what: 'trial' } });
  });

  it('is ended by stop, and by a model that fails twice; a service gets none', async () => {
    const gate = createGate();
    notes.before = (_, signal) => gate.pass(signal);
    const ended = trialOf(notes.engine);
    await ended.begin();
    await gate.arrived;
    await ended.stop();
    expect(await measured(notes.engine)).toBeNull();
    await ended.begin();
    await ended.stop();
    expect(notes.requests).toHaveLength(1);

    notes = createFakeNotes({ id: 'embedded that fails' });
    notes.before = async () => {
      throw new NotesUnavailable('It needs more memory.', { retryable: false });
    };
    const failing = trialOf(notes.engine);
    await expect
      .poll(async () => {
        await failing.begin();
        return notes.requests.length;
      }, patience)
      .toBe(2);
    await failing.begin();
    await failing.stop();
    expect(notes.requests).toHaveLength(2);

    const inNoTime = { model: 'toy', calls: 1, inputTokens: 400, outputTokens: 65, milliseconds: 0 };
    for (const part of [null, inNoTime]) {
      notes = createFakeNotes({ id: `embedded that tells ${part?.milliseconds}` });
      notes.part = part;
      const unused = trialOf(notes.engine);
      await expect
        .poll(async () => {
          await unused.begin();
          return notes.requests.length;
        })
        .toBe(2);
      await unused.begin();
      await unused.stop();
      expect(notes.requests).toHaveLength(2);
      expect(await measured(notes.engine)).toBeNull();
    }

    notes = createFakeNotes({ id: 'endpoint' });
    const service = trialOf(notes.engine, 'service');
    await service.begin();
    await service.stop();
    expect(notes.requests).toEqual([]);
  });

  it('waits until the file is here, which it does not fetch', async () => {
    isHere = false;
    const early = trialOf(notes.engine);
    await early.begin();
    await early.stop();
    expect(notes.requests).toEqual([]);
    isHere = true;
    const later = trialOf(notes.engine);
    await later.begin();
    await expect.poll(() => measured(notes.engine)).toMatchObject({ on: { what: 'trial' } });
    await later.stop();
  });

  it('is not looked for in the database again once it was measured', async () => {
    const trial = trialOf(notes.engine);
    await trial.begin();
    await expect.poll(() => measured(notes.engine)).not.toBeNull();
    await trial.leave();
    await database.orm.delete(installationValues);
    await trial.begin();
    await trial.stop();
    expect(notes.requests).toHaveLength(1);
  });
});
