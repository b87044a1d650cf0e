import type { NotesSection } from './notes.ts';
import type { SectionKey } from './result-parts.ts';
import { type LinkAudience, type ShownSwitch, switchOfSection } from './sharing.ts';

export type SharePreset = 'recap' | 'scenes' | 'people';

const shownBy: Readonly<Record<SharePreset, readonly ShownSwitch[]>> = {
  recap: ['recap'],
  scenes: ['recap', 'scenes'],
  people: ['recap', 'scenes', 'entities'],
};

export type Visibilities = ReadonlyMap<string, NotesSection['visibility']>;

const isOfAnalysis = (key: string): key is SectionKey => Object.hasOwn(switchOfSection, key);

/**
 * Which sections change by a preset. Sections of the user's own and questions to them stay, and so does what is public
 * if the preset is for players.
 */
export function visibilitiesOf(
  sections: readonly Pick<NotesSection, 'key' | 'visibility'>[],
  { preset, audience }: { preset: SharePreset; audience: LinkAudience },
): Visibilities {
  const changes = new Map<string, NotesSection['visibility']>();
  for (const { key, visibility } of sections) {
    const shown = isOfAnalysis(key) ? switchOfSection[key] : null;
    if (shown === null || visibility === 'public') {
      if (shown === null || audience === 'players' || shownBy[preset].includes(shown)) continue;
      changes.set(key, 'players');
      continue;
    }
    const wanted = shownBy[preset].includes(shown) ? audience : audience === 'public' ? visibility : 'gm';
    if (wanted !== visibility) changes.set(key, wanted);
  }
  return changes;
}

/** The sections with other visibilities; unknown keys are ignored. */
export const withVisibilities = <Section extends Pick<NotesSection, 'key' | 'visibility'>>(
  sections: readonly Section[],
  visibilities: Visibilities,
): Section[] =>
  sections.map((section) => ({
    ...section,
    visibility: visibilities.get(section.key) ?? section.visibility,
  }));
