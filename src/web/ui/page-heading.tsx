import { createContext, type ReactNode, useContext, useEffect, useRef } from 'react';

const Arrival = createContext(0);

export const ArrivalProvider = Arrival.Provider;

type NameWindow = (title: string) => void;

const WindowTitle = createContext<NameWindow>((title) => {
  document.title = `${title} · Hearthscribe`;
});

export const WindowTitleProvider = WindowTitle.Provider;

/** Sets the window's title and takes the focus after navigation (not at the first load). */
export function PageHeading({ title, children }: { title: string; children?: ReactNode }) {
  const heading = useRef<HTMLHeadingElement>(null);
  const arrivals = useContext(Arrival);

  const nameWindow = useContext(WindowTitle);
  useEffect(() => nameWindow(title), [nameWindow, title]);

  useEffect(() => {
    if (arrivals > 0) heading.current?.focus({ preventScroll: true });
  }, [arrivals]);

  return (
    <h1 ref={heading} tabIndex={-1}>
      {children ?? title}
    </h1>
  );
}
