import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { catalogue } from '#machines/index.ts';

const folder = 'src/web/flows';

/** The codes that a flow's effects throw themselves. */
function thrownCodes(name: string): string[] {
  const own = `${folder}/${name}`;
  const texts = readdirSync(own)
    .filter((file) => /^provide-.*\.ts$/.test(file))
    .map((file) => readFileSync(`${own}/${file}`, 'utf8'));
  return [
    ...new Set(
      texts.flatMap((text) => [...text.matchAll(/\bcode: '(\w+)'/g)].map(([, code]) => String(code))),
    ),
  ];
}

const withEffects = catalogue.filter(({ name }) => existsSync(`${folder}/${name}`));

describe('failures that effects throw', () => {
  it('are found in the code', () => {
    expect(withEffects.length).toBeGreaterThan(25);
    expect(thrownCodes('account-deletion').sort()).toEqual([
      'deletionFailed',
      'deletionNotPossible',
      'deletionUnknown',
      'wrongPassword',
    ]);
  });

  it.each(withEffects.map((flow) => [flow.name, flow] as const))(
    'are outcomes of the flow %s',
    (name, flow) => {
      const declared = JSON.stringify(flow.outcomes);
      expect(thrownCodes(name).filter((code) => !declared.includes(`"code":"${code}"`))).toEqual([]);
    },
  );
});
