import { html } from 'hono/html';
import { dayOf, momentOf } from '#contract/dates.ts';

export type Markup = ReturnType<typeof html>;

export const money = (cents: number): string =>
  (cents / 100).toLocaleString('en-US', { style: 'currency', currency: 'USD' });

export const day = (seconds: number): string => dayOf(seconds * 1000, 'UTC');

export const moment = (seconds: number): string => momentOf(seconds * 1000, 'UTC');

export function page(title: string, content: Markup, isNarrow = true): Markup {
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title} (test)</title>
<link rel="icon" href="data:,">
<link rel="stylesheet" href="/dev/billing/style.css">
</head>
<body>
<header class="test"><p><span><strong>Test payments. No money moves.</strong> This stands in for Stripe; give no real card.</span></p></header>
<main${isNarrow ? html` class="narrow"` : ''}>${content}</main>
</body>
</html>`;
}

export function action(
  path: string,
  label: Markup | string,
  fields: Readonly<Record<string, string>>,
  look: '' | 'first' | 'grave' = '',
): Markup {
  const hidden = Object.entries(fields).map(
    ([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`,
  );
  return html`<form method="post" action="${path}">${hidden}<button${look === '' ? '' : html` class="${look}"`}>${label}</button></form>`;
}

export const alertOf = (message: string | null): Markup | '' =>
  message === null ? '' : html`<p class="alert" role="alert">${message}</p>`;

export const refusedPage = (message: string, back: string): Markup =>
  page(
    'Not possible',
    html`<h1>This is not possible</h1>${alertOf(message)}<p><a href="${back}">Back</a></p>`,
  );

export const missingPage = (): Markup =>
  page(
    'Not found',
    html`<h1>There is nothing here</h1><p>The address is wrong or has expired. Open it again from Hearthscribe.</p>
<p><a href="/">To Hearthscribe</a></p>`,
  );
