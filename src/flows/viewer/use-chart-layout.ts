import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartLayout } from '../chart/chart-layout.ts';

interface Placed {
  key: string;
  layout: ChartLayout;
}

/**
 * The layout of a chart. The full one comes with the page; the layout engine is a separate chunk, loaded for
 * collapsed groups and the outline.
 */
export function useChartLayout(
  machine: AnyStateMachine,
  whole: ChartLayout,
  collapsed: ReadonlySet<string>,
  isOutline: boolean,
): ChartLayout {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const groups = [...collapsed].toSorted().join(' ');
  const key = `${isOutline ? 'outline' : ''} ${groups}`.trimEnd();
  useEffect(() => {
    if (key === '') {
      return;
    }
    let isWanted = true;
    void import('../chart/chart-layout.ts').then(async ({ layOutChart, layOutOutline }) => {
      const hidden = new Set(groups.split(' ').filter(Boolean));
      const layout = await (isOutline ? layOutOutline : layOutChart)(machine, hidden);
      if (isWanted) {
        setPlaced({ key, layout });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [machine, key, groups, isOutline]);
  return key !== '' && placed ? placed.layout : whole;
}
