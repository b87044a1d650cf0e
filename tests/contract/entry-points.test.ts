import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { pagePaths } from '#contract/pages.ts';
import { entryPoints, isEntryPoint } from '#tests/support/entry-points.ts';

const server = join(import.meta.dirname, '..', '..', 'src', 'server');

const own = /^\/(operator\/|version$|$)/;

function addressesIn(source: string): string[] {
  const named = /\$\{[^}`]*(?:origin|publicUrl)[^}`]*\}(\/(?:\$\{[^}]*\}|[^`'"\s\\])*)/gi;
  return [...source.matchAll(named)].map(([, address = '']) => address.replaceAll(/\$\{[^}]*\}/g, '{}'));
}

const sources = readdirSync(server, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.ts'),
);
const found = sources.flatMap((name) =>
  addressesIn(readFileSync(join(server, name), 'utf8'))
    .filter((address) => !own.test(address))
    .map((address) => ({ name, address })),
);

it('lists every address that emails and payment returns link to', () => {
  expect(found.map(({ address }) => address)).toEqual(
    expect.arrayContaining([
      '/campaign?verifyCode={}',
      '/campaign#billing',
      '/campaign#purchase-complete',
      '/campaign',
    ]),
  );
  expect(found.filter(({ address }) => !isEntryPoint(address))).toEqual([]);
});

it('lists every page of the contract', () => {
  const paths = entryPoints.map(({ address }) => address.split(/[?#]/)[0]);
  expect(pagePaths.filter((path) => !paths.includes(path))).toEqual([]);
});

it('finds a new address in a source file', () => {
  // biome-ignore lint/suspicious/noTemplateCurlyInString: it is a piece of source.
  expect(addressesIn('href: `${deps.publicUrl}/unsubscribe?token=${token}`,')).toEqual([
    '/unsubscribe?token={}',
  ]);
});
