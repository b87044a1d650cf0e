import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react';
import { Button } from './button.tsx';
import { Icon, type IconName } from './icon.tsx';
import { useDismiss } from './use-dismiss.ts';

export interface MenuItem {
  key: string;
  label: ReactNode;
  icon?: IconName;
  danger?: boolean;
  checked?: boolean;
  onChoose: () => void;
}

interface MenuProps {
  label: string;
  icon?: IconName;
  iconOnly?: boolean;
  kind?: 'secondary' | 'quiet';
  align?: 'start' | 'end';
  items: readonly MenuItem[];
}

export function Menu({ label, icon, iconOnly = false, kind = 'quiet', align = 'end', items }: MenuProps) {
  const [open, setOpen] = useState(false);
  const root = useRef<HTMLDivElement>(null);
  const id = useId();
  const entries = () => [...(root.current?.querySelectorAll<HTMLElement>('[data-menu-item]') ?? [])];

  useEffect(() => {
    if (!open) return;
    root.current?.querySelector<HTMLElement>('[data-menu-item]')?.focus();
  }, [open]);
  useDismiss({ isOpen: open, root, close: () => setOpen(false) });

  function close() {
    setOpen(false);
    root.current?.querySelector<HTMLElement>('[aria-haspopup]')?.focus();
  }

  function move(event: KeyboardEvent) {
    if (!open) return;
    if (event.key === 'Tab') setOpen(false);
    if (event.key === 'Escape') {
      event.stopPropagation();
      close();
      return;
    }
    const all = entries();
    const byLetter = (element: HTMLElement) =>
      event.key.length === 1 && element.textContent?.trim().toLowerCase().startsWith(event.key.toLowerCase());
    const { activeElement } = document;
    const at = activeElement instanceof HTMLElement ? all.indexOf(activeElement) : -1;
    const target =
      {
        ArrowDown: all[(at + 1) % all.length],
        ArrowUp: all[(at - 1 + all.length) % all.length],
        Home: all[0],
        End: all.at(-1),
      }[event.key] ?? [...all.slice(at + 1), ...all.slice(0, Math.max(at, 0))].find(byLetter);
    if (!target) return;
    event.preventDefault();
    target.focus();
  }

  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the keys belong to the button and the list inside.
    <div ref={root} className="menu" onKeyDown={move}>
      <Button
        kind={kind}
        iconOnly={iconOnly}
        {...(icon ? { icon } : {})}
        aria-haspopup="menu"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
      >
        {label}
      </Button>
      {open ? (
        <div id={id} role="menu" aria-label={label} className={`menu-list menu-list-${align}`}>
          {items.map((item) => (
            // biome-ignore lint/a11y/useAriaPropsSupportedByRole: aria-checked comes with the role menuitemradio only.
            <button
              key={item.key}
              type="button"
              data-menu-item
              role={item.checked === undefined ? 'menuitem' : 'menuitemradio'}
              aria-checked={item.checked}
              tabIndex={-1}
              className={`menu-item ${item.danger ? 'menu-item-danger' : ''}`}
              onClick={() => {
                close();
                item.onChoose();
              }}
            >
              {item.icon ? <Icon name={item.icon} /> : null}
              {item.label}
            </button>
          ))}
        </div>
      ) : null}
    </div>
  );
}
