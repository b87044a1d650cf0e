import { type ReactNode, useEffect, useRef, useState } from 'react';
import { Button } from '#web/ui/button.tsx';
import { useFocusKeeper } from '#web/ui/use-focus-keeper.ts';
import './workspace.css';

interface WorkspaceShellProps {
  sidebar: ReactNode;
  place: string;
  children: ReactNode;
}

/** R9.9: a sidebar above 650 px, else a drawer that starts closed. */
export function WorkspaceShell({ sidebar, place, children }: WorkspaceShellProps) {
  const [open, setOpen] = useState(false);
  const opener = useRef<HTMLDivElement>(null);
  const drawer = useRef<HTMLElement>(null);
  const main = useRef<HTMLElement>(null);
  useFocusKeeper(main);

  const [focusOpener] = useState(() => () => opener.current?.querySelector('button')?.focus());

  // biome-ignore lint/correctness/useExhaustiveDependencies: going elsewhere closes the drawer.
  useEffect(() => setOpen(false), [place]);

  useEffect(() => {
    if (!open) return;
    drawer.current?.querySelector<HTMLElement>('a, button')?.focus();
    const closeOnEscape = (event: KeyboardEvent) => {
      if (event.key !== 'Escape') return;
      setOpen(false);
      focusOpener();
    };
    document.addEventListener('keydown', closeOnEscape);
    return () => document.removeEventListener('keydown', closeOnEscape);
  }, [open, focusOpener]);

  function close() {
    setOpen(false);
    focusOpener();
  }

  return (
    <div className="workspace" data-drawer={open ? 'open' : 'closed'}>
      <div className="workspace-opener" ref={opener}>
        <Button
          kind="quiet"
          icon="menu"
          aria-expanded={open}
          aria-controls="sidebar"
          onClick={() => setOpen(true)}
        >
          Campaign and sessions
        </Button>
      </div>
      <aside id="sidebar" className="workspace-sidebar" ref={drawer} aria-label="Campaign and sessions">
        <div className="workspace-closer">
          <Button kind="quiet" icon="close" onClick={close}>
            Close
          </Button>
        </div>
        {sidebar}
      </aside>
      {open ? <div className="workspace-shade" aria-hidden="true" onPointerDown={close} /> : null}
      <main id="main" ref={main} className="workspace-main" tabIndex={-1} inert={open}>
        {children}
      </main>
    </div>
  );
}
