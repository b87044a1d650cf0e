import { type KeyboardEvent, type ReactNode, useEffect, useId, useRef } from 'react';

interface TabItem<Key extends string> {
  key: Key;
  label: string;
  disabled?: boolean;
  content: ReactNode;
}

interface TabsProps<Key extends string> {
  label: string;
  items: readonly TabItem<Key>[];
  selected: Key;
  onSelect: (key: Key) => void;
}

/** The caller keeps the selection. */
export function Tabs<Key extends string>({ label, items, selected, onSelect }: TabsProps<Key>) {
  const id = useId();
  const row = useRef<HTMLDivElement>(null);
  const open = items.filter((item) => !item.disabled);

  useEffect(() => {
    const tab = row.current?.querySelector<HTMLElement>(`[data-tab="${selected}"]`);
    if (row.current && tab)
      row.current.scrollLeft = tab.offsetLeft - row.current.offsetLeft - tab.offsetWidth / 2;
  }, [selected]);

  function move(event: KeyboardEvent<HTMLDivElement>) {
    const at = open.findIndex((item) => item.key === selected);
    const target = {
      ArrowRight: open[(at + 1) % open.length],
      ArrowLeft: open[(at - 1 + open.length) % open.length],
      Home: open[0],
      End: open.at(-1),
    }[event.key];
    if (!target) return;
    event.preventDefault();
    onSelect(target.key);
    row.current?.querySelector<HTMLElement>(`[data-tab="${target.key}"]`)?.focus();
  }

  return (
    <>
      <div ref={row} className="tabs" role="tablist" aria-label={label} onKeyDown={move}>
        {items.map((item) => (
          <button
            key={item.key}
            type="button"
            role="tab"
            id={`${id}tab-${item.key}`}
            data-tab={item.key}
            className="tab"
            aria-selected={item.key === selected}
            aria-controls={`${id}panel-${item.key}`}
            tabIndex={item.key === selected ? 0 : -1}
            disabled={item.disabled}
            onClick={() => onSelect(item.key)}
          >
            {item.label}
          </button>
        ))}
      </div>
      {items.map((item) => (
        <div
          key={item.key}
          role="tabpanel"
          id={`${id}panel-${item.key}`}
          className="tab-panel"
          aria-labelledby={`${id}tab-${item.key}`}
          hidden={item.key !== selected}
        >
          {item.content}
        </div>
      ))}
    </>
  );
}
