import './app/zod-without-eval.ts';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { startApp } from './app/boot.ts';
import { BootFailure } from './app/boot-failure.tsx';
import { AppProvider } from './app/providers.tsx';
import { Routes } from './app/routes.tsx';
import './ui/styles.css';

const container = document.getElementById('root');
if (container === null) throw new Error('The page has no element #root.');
const view = createRoot(container);

startApp().then(
  (app) =>
    view.render(
      <StrictMode>
        <AppProvider app={app}>
          <Routes />
        </AppProvider>
      </StrictMode>,
    ),
  () => view.render(<BootFailure />),
);
