import '@fontsource-variable/alegreya/wght.css';
import { flows, requirements, versions } from 'virtual:flow-data';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Viewer } from '#flows/viewer/viewer.tsx';
import { catalogue } from '#machines/index.ts';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
const drawn = catalogue.filter(({ name }) => name in flows);
createRoot(container).render(
  <StrictMode>
    <Viewer data={{ title: 'Flows of Hearthscribe', catalogue: drawn, flows, requirements, versions }} />
  </StrictMode>,
);
