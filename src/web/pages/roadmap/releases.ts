import all from './releases.generated.json' with { type: 'json' };

export interface Release {
  readonly version: string;
  readonly changes: readonly string[];
}

/** Of docs/CHANGELOG.md, newest first. */
export const releases: readonly Release[] = all;
