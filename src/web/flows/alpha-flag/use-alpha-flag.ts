import { useSelector } from '@xstate/react';
import { selectAlphaFlag } from '#machines/alpha-flag/alpha-flag.selectors.ts';
import { useApp } from '#web/hooks/site-provider.tsx';

export function useAlphaFlag(): boolean {
  return useSelector(useApp().alphaFlag(), selectAlphaFlag);
}
