import { type KeyboardEvent, type ReactNode, useId } from 'react';
import { present } from '../present.ts';

interface TabsProps<Name extends string> {
  label: string;
  tabs: readonly (readonly [name: Name, title: string])[];
  chosen: Name;
  onChoose: (name: Name) => void;
  children: ReactNode;
}

export function Tabs<Name extends string>({ label, tabs, chosen, onChoose, children }: TabsProps<Name>) {
  const id = useId();
  const go = (event: KeyboardEvent<HTMLDivElement>) => {
    const at = tabs.findIndex(([name]) => name === chosen);
    const last = tabs.length - 1;
    const to = {
      ArrowRight: at === last ? 0 : at + 1,
      ArrowLeft: at === 0 ? last : at - 1,
      Home: 0,
      End: last,
    }[event.key];
    if (to !== undefined) {
      event.preventDefault();
      onChoose(present(tabs[to], `tab ${to}`)[0]);
      event.currentTarget.querySelectorAll<HTMLElement>('[role=tab]')[to]?.focus();
    }
  };
  return (
    <>
      <div className="tabs" role="tablist" aria-label={label} tabIndex={-1} onKeyDown={go}>
        {tabs.map(([name, title]) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}-${name}`}
            aria-selected={name === chosen}
            aria-controls={`${id}-panel`}
            tabIndex={name === chosen ? 0 : -1}
            onClick={() => onChoose(name)}
          >
            {title}
          </button>
        ))}
      </div>
      <div
        className="tab-panel"
        role="tabpanel"
        id={`${id}-panel`}
        aria-labelledby={`${id}-${chosen}`}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by the Tab key
        tabIndex={0}
      >
        {children}
      </div>
    </>
  );
}
