import { useEffect, useState } from 'react';
import type { AnyStateMachine } from 'xstate';
import type { ChartLayout } from '../chart/chart-layout.ts';
import type { Size } from './pan-zoom.ts';

interface Placed {
  key: string;
  layout: ChartLayout;
}

/** @param overview the screen that it must fit; null: the chart with all its text */
export function useChartLayout(
  machine: AnyStateMachine,
  whole: ChartLayout,
  collapsed: ReadonlySet<string>,
  overview: Size | null,
): { layout: ChartLayout; isComing: boolean } {
  const [placed, setPlaced] = useState<Placed | null>(null);
  const groups = [...collapsed].toSorted().join(' ');
  const { width, height } = overview ?? { width: 0, height: 0 };
  const key = `${width > 0 ? `${width} ${height}` : ''} ${groups}`.trimEnd();
  useEffect(() => {
    if (key === '') {
      return;
    }
    let isWanted = true;
    void import('../chart/chart-layout.ts').then(async ({ layOutChart, layOutOverview }) => {
      const hidden = new Set(groups.split(' ').filter(Boolean));
      const layout = await (width > 0
        ? layOutOverview(machine, hidden, { width, height })
        : layOutChart(machine, hidden));
      if (isWanted) {
        setPlaced({ key, layout });
      }
    });
    return () => {
      isWanted = false;
    };
  }, [machine, key, groups, width, height]);
  const layout = key !== '' && placed ? placed.layout : whole;
  return { layout, isComing: key !== '' && placed?.key !== key };
}
