import '@fontsource-variable/alegreya/wght.css';
import { flows, requirements, scriptFiles, scripts, traffic, versions } from 'virtual:flow-data';
import { StrictMode } from 'react';
import { flushSync } from 'react-dom';
import { createRoot } from 'react-dom/client';
import { placeHash, readPlace } from '#flows/viewer/place.ts';
import { Viewer } from '#flows/viewer/viewer.tsx';
import type { FlowApproval } from '#flows/viewer/viewer-data.ts';
import { catalogue } from '#machines/index.ts';
import { countedSteps } from '#web/app/count-steps.ts';
import recording from '../../server/sample/playback.mp3?url';
import { reportTest } from '../replay-report.ts';
import transcript from './examples/evening.json?url';
import inMilliseconds from './examples/evening-in-milliseconds.json?url';
import notes from './examples/notes.md?url';
import names from './examples/npcs.json?url';
import vault from './examples/vault.zip?url';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
async function approve(approval: FlowApproval): Promise<void> {
  const headers = { 'content-type': 'application/json' };
  const answer = await fetch('/flows/approvals', { method: 'POST', headers, body: JSON.stringify(approval) });
  if (!answer.ok) throw new Error(await answer.text());
}

const approving = import.meta.env.DEV ? { approve } : {};
const live = import.meta.env.DEV ? countedSteps(window.localStorage) : undefined;
const counted = traffic
  ? {
      words: `in ${traffic.reports === 1 ? 'one report' : `${traffic.reports} reports`} of users`,
      steps: () => traffic?.steps ?? [],
    }
  : live;
const examples = {
  'session-12.mp3': recording,
  'evening.json': transcript,
  'evening-in-milliseconds.json': inMilliseconds,
  'notes.md': notes,
  'npcs.json': names,
  'vault.zip': vault,
};
/** The field of index.html, where the first keys land. */
const early = container.querySelector('input');
const typed = early?.value.replace(/^\//, '') ?? '';
const isTyping = early === document.activeElement && readPlace(window.location.hash).flow === null;
if (isTyping && typed !== '')
  window.history.replaceState(null, '', placeHash({ flow: null, state: null, search: typed }));
const drawn = catalogue.filter(({ name }) => name in flows);
flushSync(() =>
  createRoot(container).render(
    <StrictMode>
      <Viewer
        data={{
          title: 'Flows of Hearthscribe',
          catalogue: drawn,
          flows,
          requirements,
          versions,
          scripts,
          exports: scriptFiles,
          examples,
          reportTest,
          ...approving,
          ...(counted ? { traffic: counted } : {}),
        }}
      />
    </StrictMode>,
  ),
);
if (isTyping && typed !== '') {
  const field = container.querySelector<HTMLInputElement>('input[type=search]');
  field?.focus();
  field?.setSelectionRange(typed.length, typed.length);
}
