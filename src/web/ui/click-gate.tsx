import { createContext, useContext, useEffect, useRef } from 'react';

/** Tells which clicks on one button pass. */
export interface ClickGate {
  passes(): boolean;
  close(): void;
}

const everyClick: ClickGate = { passes: () => true, close: () => {} };
const Gates = createContext<() => ClickGate>(() => everyClick);

/** Hands down what opens a gate for each button below; without it every click passes. */
export const ClickGateProvider = Gates.Provider;

/** Whether the click that happens now passes. The gate is opened at the first click and closed with the view. */
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
