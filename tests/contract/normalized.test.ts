import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { normalized } from '#contract/normalized.ts';

describe('Unicode’s normal forms', () => {
  it.each(['Émile', 'E\u0301mile', 'が', 'ﷺ', 'क़', '각', 'ẛ̣', `a${'\u0301\u0323'.repeat(15)}b`])(
    '%s: as the language has them',
    (text) => {
      expect(normalized(text)).toBe(text.normalize());
      expect(normalized(text, 'NFKC')).toBe(text.normalize('NFKC'));
      expect(normalized(text, 'NFD')).toBe(text.normalize('NFD'));
    },
  );

  it('leaves out marks that no letter has', () => {
    expect(normalized(`a${'\u0301\u0323'.repeat(100_000)}b`, 'NFD')).toHaveLength(32);
  });

  it('are asked for nowhere else on the server: their time grows with the square of a row of marks', () => {
    const root = new URL('../../src', import.meta.url).pathname;
    const elsewhere = ['server', 'contract'].flatMap((part) =>
      readdirSync(join(root, part), { recursive: true, encoding: 'utf8' })
        .filter((name) => name.endsWith('.ts') && name !== 'normalized.ts')
        .filter((name) => /\.normalize\(/.test(readFileSync(join(root, part, name), 'utf8'))),
    );
    expect(elsewhere).toEqual([]);
  });
});
