import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartLayout } from '../chart/chart-layout.ts';

interface Placed {
  key: string;
  layout: ChartLayout;
}

/**
 * The layout of a chart. The whole one comes with the page; only when a group is collapsed the layout engine is
 * loaded, as a chunk of its own, and places the rest anew.
 */
export function useChartLayout(
  machine: AnyStateMachine,
  whole: ChartLayout,
  collapsed: ReadonlySet<string>,
): ChartLayout {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const key = [...collapsed].toSorted().join(' ');
  useEffect(() => {
    if (key === '') {
      return;
    }
    let isWanted = true;
    void import('../chart/chart-layout.ts').then(async ({ layOutChart }) => {
      const layout = await layOutChart(machine, new Set(key.split(' ')));
      if (isWanted) {
        setPlaced({ key, layout });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [machine, key]);
  return key !== '' && placed ? placed.layout : whole;
}
