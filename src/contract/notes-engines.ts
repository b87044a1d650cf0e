import { z } from 'zod';
import { defineCall } from './call.ts';

/**
 * Who writes the notes of an analysis. `computer`: a language model inside Hearthscribe, on the computer it runs on.
 * `service`: the operator's (NOTES_URL). `page`: no model, only the page in the evening's own words.
 */
export const NotesWriter = z.enum(['computer', 'service', 'page']);
export type NotesWriter = z.infer<typeof NotesWriter>;

/** `unreachable`: try again, what arrived is kept. `damaged`: it was deleted, fetch it again. */
export const NotesModelFailure = z.enum(['noSpace', 'noMemory', 'unreachable', 'damaged', 'cannotRun']);
export type NotesModelFailure = z.infer<typeof NotesModelFailure>;

const NotesEngineState = z.discriminatedUnion('state', [
  /** Can be fetched, or not, as `mayFetch` says. */
  z.object({ state: z.literal('absent') }),
  z.object({ state: z.literal('fetching'), progress: z.number().min(0).max(1) }),
  z.object({ state: z.literal('ready') }),
  z.object({ state: z.literal('failed'), code: NotesModelFailure }),
]);

/**
 * What an estimate rests on: `evenings`, the last ones that this model wrote here; `parts`, those of evenings that it has read here so far; `trial`, a short
 * text that it was given here.
 */
export const MeasuredOn = z.discriminatedUnion('what', [
  z.object({ what: z.literal('evenings'), count: z.int().positive() }),
  z.object({ what: z.literal('parts') }),
  z.object({ what: z.literal('trial') }),
]);
export type MeasuredOn = z.infer<typeof MeasuredOn>;

export const NotesEngineShown = z.object({
  writer: NotesWriter,
  /** The model's; null for `page`, and if the service chooses it. */
  model: z.string().max(200).nullable(),
  state: NotesEngineState,
  /** 0: nothing is left to fetch. */
  downloadBytes: z.int().nonnegative(),
  /** While it writes; 0 if nothing is needed here. */
  memoryBytes: z.int().nonnegative(),
  /** Whether this user may start, cancel and remove the download, or try a file of their own again that failed. */
  mayFetch: z.boolean(),
  /** What leaves the computer that Hearthscribe runs on, and to which host; `host` is null on shared installations. */
  sends: z.discriminatedUnion('what', [
    z.object({ what: z.literal('nothing') }),
    z.object({ what: z.literal('transcript'), host: z.string().nullable() }),
  ]),
  /** Of transcript, as measured on this installation; null until it has been. `cost` as `serviceCost` of a quote. Optional, because older servers lack it. */
  perThousandWords: z
    .object({ seconds: z.number().positive(), cost: z.number().nonnegative().nullable(), on: MeasuredOn })
    .nullable()
    .optional(),
});
export type NotesEngineShown = z.infer<typeof NotesEngineShown>;

/** A language model that can be asked, and what that sends. */
export const ModelShown = NotesEngineShown.pick({ model: true, sends: true });
export type ModelShown = z.infer<typeof ModelShown>;

export const NotesEngines = z.object({
  /** Who writes unless the user chooses. */
  preferred: NotesWriter,
  /** In the order to offer them; `page` is always there. */
  engines: z.array(NotesEngineShown).min(1).max(3),
});
export type NotesEngines = z.infer<typeof NotesEngines>;

export const notesEngines = defineCall({
  method: 'GET',
  path: '/notes-engines',
  responses: { 200: NotesEngines },
  errors: [],
  description: 'Who can write notes here, what each needs, and what leaves the computer.',
});

/** Returns at once; `notesEngines` has the progress. Starting again continues. */
export const fetchNotesModel = defineCall({
  method: 'POST',
  path: '/notes-engines/computer/fetch',
  responses: { 202: NotesEngines },
  errors: ['forbidden', 'modelNoSpace', 'modelNoMemory'],
  description: 'Starts or continues the download of the language model.',
});

export const cancelNotesModel = defineCall({
  method: 'DELETE',
  path: '/notes-engines/computer/fetch',
  responses: { 200: NotesEngines },
  errors: ['forbidden'],
  description: 'Cancels the download, and keeps what has arrived.',
});

export const removeNotesModel = defineCall({
  method: 'DELETE',
  path: '/notes-engines/computer',
  responses: { 200: NotesEngines },
  errors: ['forbidden'],
  description: 'Deletes the language model from this computer. Notes that it wrote stay.',
});
