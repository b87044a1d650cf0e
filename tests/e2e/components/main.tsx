import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { ComponentsPage } from '#web/features/components/components-page.tsx';
import '#web/ui/styles.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
createRoot(container).render(
  <StrictMode>
    <ComponentsPage />
  </StrictMode>,
);
