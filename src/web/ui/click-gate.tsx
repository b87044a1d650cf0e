import { createContext, useContext, useEffect, useRef } from 'react';

export interface ClickGate {
  passes(): boolean;
  close(): void;
}

const everyClick: ClickGate = { passes: () => true, close: () => {} };
const Gates = createContext<() => ClickGate>(() => everyClick);

export const ClickGateProvider = Gates.Provider;

/** The gate opens at the first click and closes with the view. */
export function useClickGate(): () => boolean {
  const open = useContext(Gates);
  const gate = useRef<ClickGate | null>(null);
  useEffect(
    () => () => {
      gate.current?.close();
      gate.current = null;
    },
    [],
  );
  return () => {
    gate.current ??= open();
    return gate.current.passes();
  };
}
