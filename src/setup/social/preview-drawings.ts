import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { LampLitTable } from '../../web/ui/illustrations/lamp-lit-table.tsx';
import { Logo } from '../../web/ui/logo.tsx';
import { type GeneratedFile, projectRoot } from '../generated-files.ts';

/** In the dark theme's colors, because SVG has no style sheet there. */
export function previewDrawings(): GeneratedFile {
  const tokens = readFileSync(join(projectRoot, 'src/web/ui/styles/tokens.css'), 'utf8');
  const colour = (name: string): string => {
    const value = new RegExp(`${name}:\\s*([^;]+);`).exec(tokens)?.[1] ?? '';
    const dark = /light-dark\([^,]+,\s*([^)]+)\)/.exec(value)?.[1] ?? value;
    if (!/^#[\da-f]{3,8}$/i.test(dark)) throw new Error(`tokens.css has no plain color ${name}.`);
    return dark;
  };
  const art = renderToStaticMarkup(createElement(LampLitTable)).replaceAll(
    /var\((--[\w-]+)\)/g,
    (_, name: string) => colour(name),
  );
  const logo = renderToStaticMarkup(createElement(Logo)).replaceAll('currentColor', '#f3a75f');
  return {
    path: 'src/server/sharing/preview/drawings.json',
    content: `${JSON.stringify({ art: inner(art), logo: inner(logo) }, null, 2)}\n`,
  };
}

const inner = (svg: string) => svg.replace(/^<svg[^>]*>/, '').replace(/<\/svg>$/, '');
