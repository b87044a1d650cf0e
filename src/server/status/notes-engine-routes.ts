import type { HearingQuote } from '#contract/analyses.ts';
import type { NotesEngineShown, NotesEngines } from '#contract/notes-engines.ts';
import {
  cancelNotesModel,
  fetchNotesModel,
  notesEngines,
  removeNotesModel,
} from '#contract/notes-engines.ts';
import { ModelNotFetched } from '#server/engines/models/fetch-model.ts';
import { type ModelHere, NoMemory } from '#server/engines/notes/embedded/model-here.ts';
import type { Mount } from '#server/http/mount.ts';
import type { NotesSettings, SpeechSettings } from '#server/platform/config.ts';
import { loopback } from '#server/platform/for-this-machine.ts';
import { Refusal } from '#server/platform/refusal.ts';

export interface NotesWriters {
  settings: Pick<NotesSettings, 'url' | 'model'>;
  /** Null: no model may run on this computer. */
  here: ModelHere | null;
  /** Whoever uses the installation also runs it. */
  isPrivate: boolean;
  measured(writer: 'computer' | 'service'): Promise<NotesEngineShown['perThousandWords']>;
}

export function notesEngineRoutes(mount: Mount, writers: NotesWriters): void {
  const { here } = writers;
  const ofUser = () => {
    if (here === null || !writers.isPrivate) throw new Refusal('forbidden');
    return here;
  };
  mount(notesEngines, () => shownWriters(writers));
  mount(fetchNotesModel, async () => {
    try {
      ofUser().start();
    } catch (error) {
      if (error instanceof NoMemory) throw new Refusal('modelNoMemory');
      if (error instanceof ModelNotFetched && error.code === 'noSpace') throw new Refusal('modelNoSpace');
      if (!(error instanceof ModelNotFetched)) throw error;
    }
    return shownWriters(writers);
  });
  mount(cancelNotesModel, async () => {
    await ofUser().cancel();
    return shownWriters(writers);
  });
  mount(removeNotesModel, async () => {
    const model = ofUser();
    if (!model.canBeFetched) throw new Refusal('forbidden');
    await model.remove();
    return shownWriters(writers);
  });
}

/** A service that the operator set up comes first, then a model that is here. */
async function shownWriters(writers: NotesWriters): Promise<NotesEngines> {
  const { settings, here, isPrivate } = writers;
  const engines: NotesEngineShown[] = [];
  const ready = { state: { state: 'ready' as const }, downloadBytes: 0, memoryBytes: 0, mayFetch: false };
  if (settings.url !== null && settings.url !== 'auto')
    engines.push({
      writer: 'service',
      model: settings.model,
      ...ready,
      sends: sentTo(settings.url, isPrivate),
      perThousandWords: await writers.measured('service'),
    });
  if (here !== null)
    engines.push({
      writer: 'computer',
      model: here.name,
      ...here.shown(),
      mayFetch: mayFetch(here, isPrivate),
      sends: { what: 'nothing' },
      perThousandWords: await writers.measured('computer'),
    });
  engines.push({
    writer: 'page',
    model: null,
    ...ready,
    sends: { what: 'nothing' },
    perThousandWords: null,
  });
  const preferred = engines.find(({ state }) => state.state === 'ready')?.writer ?? 'page';
  return { preferred, engines };
}

/** An operator's own file is neither fetched nor removed; once it has failed, it can be tried again. */
const mayFetch = (here: ModelHere, isPrivate: boolean): boolean =>
  isPrivate && (here.canBeFetched || here.shown().state.state === 'failed');

/** What the price of an analysis says of who transcribes and who writes. */
export function shownModels(
  { settings, here, isPrivate }: Omit<NotesWriters, 'measured'>,
  speech: Pick<SpeechSettings, 'url' | 'model'>,
) {
  const { url, model } = settings;
  return {
    service: () => ({
      model,
      sends:
        url === null || url === 'auto' ? { what: 'transcript' as const, host: null } : sentTo(url, isPrivate),
    }),
    computer: () => (here?.canWrite() ? { model: here.name, sends: { what: 'nothing' as const } } : null),
    hearing: hearingOf(speech, isPrivate),
    mayFetch: () => here !== null && here.shown().state.state !== 'ready' && mayFetch(here, isPrivate),
  };
}

function hearingOf({ url, model }: Pick<SpeechSettings, 'url' | 'model'>, isPrivate: boolean): HearingQuote {
  if (url === null || url === 'auto') return { service: null, sends: { what: 'nothing' } };
  const sends = sentTo(url, isPrivate);
  return {
    service: model,
    sends: sends.what === 'nothing' ? sends : { what: 'recording', host: sends.host },
  };
}

/** Users of a shared installation learn nothing of its network. */
function sentTo(url: string, isPrivate: boolean): NotesEngineShown['sends'] {
  const { hostname, host } = new URL(url);
  if (loopback.includes(hostname)) return { what: 'nothing' };
  return { what: 'transcript', host: isPrivate ? host : null };
}
