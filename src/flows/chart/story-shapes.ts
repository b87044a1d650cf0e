import type { AnyStateNode } from 'xstate';
import { type ChartTransition, stateId } from '../transitions.ts';
import type { TransitionKind } from './chart-words.ts';

export interface Point {
  x: number;
  y: number;
}

export type Icon = TransitionKind | 'runs' | 'loop' | 'coin';

export interface Row {
  style: 'title' | 'description' | 'stub' | 'inherited' | 'detail';
  text: string;
  icon?: Icon;
  /** What happens when it is taken; several events may share a row. */
  transitions: readonly string[];
  /** Ids of the states it leads to. */
  targets: readonly string[];
  /** It moves money, or what it buys. */
  hasCoin?: boolean;
  /** Of the text's baseline, from the top of the box. */
  y: number;
  indent: number;
}

export interface Box extends Point {
  kind: 'state' | 'group' | 'parallel' | 'region' | 'final' | 'start' | 'anywhere';
  id: string;
  width: number;
  height: number;
  isMain: boolean;
  rows: readonly Row[];
  /** Groups only: whether its states are drawn. */
  isOpen?: boolean;
}

export interface Line {
  /** A transition's id; '' for what only shows where a state belongs. */
  id: string;
  kind: TransitionKind | 'start' | 'belongs';
  points: readonly Point[];
  label: readonly (Point & { text: string; hasCoin?: boolean })[];
}

/** The main way is a row of large states; whatever else may happen is a text in its state. */
export interface Story {
  width: number;
  height: number;
  boxes: readonly Box[];
  lines: readonly Line[];
}

export interface Look {
  /** In pixels; a row of states that is longer continues below. */
  width: number;
  /** Whether a group shows its states. */
  isOpen?: (group: AnyStateNode) => boolean;
  /** What each state runs and does. */
  hasDetails?: boolean;
  /** Only the titles of all states, for a chart that would be too small to read. */
  hasTitlesOnly?: boolean;
  /** Only the titles of the main way, for a small picture. */
  isGlance?: boolean;
  titleOf?: (node: AnyStateNode) => string;
  /** Whether it moves money, or what it buys. */
  moves?: (transition: ChartTransition) => boolean;
}

export const textSize = 13;
export const titleSizes = { main: 18, other: 15 } as const;
export const iconWidth = 18;
export const coinWidth = 17;
export const padding = 12;
export const lineHeight = 18;

export function isGroup({ kind }: Pick<Box, 'kind'>): boolean {
  return kind === 'group' || kind === 'parallel' || kind === 'region';
}

const anywhereSuffix = '.*';

/** Of the box with what may happen in any state. */
export function anywhereId(root: AnyStateNode): string {
  return `${stateId(root)}${anywhereSuffix}`;
}

export function withoutAnywhere(id: string): string {
  return id.endsWith(anywhereSuffix) ? id.slice(0, -anywhereSuffix.length) : id;
}
