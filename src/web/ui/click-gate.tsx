import { createContext, useContext, useEffect, useRef } from 'react';

/** Decides which clicks on a button pass. */
export interface ClickGate {
  passes(): boolean;
  close(): void;
}

const everyClick: ClickGate = { passes: () => true, close: () => {} };
const Gates = createContext<() => ClickGate>(() => everyClick);

/** Provides a gate for each button below; without it every click passes. */
export const ClickGateProvider = Gates.Provider;

/** Whether the current click passes. The gate opens at the first click and closes with the view. */
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
