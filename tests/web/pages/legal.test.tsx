import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { render, screen, within } from '@testing-library/react';
import { describe, expect, it } from 'vitest';
import { creditsPerHour } from '#contract/credits.ts';
import { OnQuietSite } from '#tests/support/page-html.tsx';
import { CookiesPage } from '#web/pages/legal/cookies-page.tsx';
import { type OperatorFieldName, openFields, operatorFields } from '#web/pages/legal/operator-fields.ts';
import { PrivacyPage } from '#web/pages/legal/privacy-page.tsx';
import { consentedItems, storedItems } from '#web/pages/legal/stored-items.ts';
import { TermsPage } from '#web/pages/legal/terms-page.tsx';

const pages = { '/terms': TermsPage, '/privacy': PrivacyPage, '/cookies': CookiesPage } as const;
type LegalPath = keyof typeof pages;

function show(path: LegalPath) {
  const Page = pages[path];
  return render(
    <OnQuietSite>
      <Page />
    </OnQuietSite>,
  ).container;
}

const partsOf = (container: Element) =>
  [...container.querySelectorAll('h2')].map(({ textContent }) => textContent?.replace(/^\d+\. /, ''));

/** What the marks in the text ask, without those of the notice that explains them. */
const marksIn = (container: Element) =>
  [...container.querySelectorAll('mark')]
    .map(({ textContent }) => /^\[Operator: (.+)\]$/.exec(textContent ?? '')?.[1])
    .filter((asked) => asked !== undefined);

describe('the legal pages', () => {
  it('[R2.10] [R2.17] the terms tell all that an agreement needs', () => {
    expect(partsOf(show('/terms'))).toEqual([
      'Who offers this',
      'What you get',
      'Your account',
      'The people at your table',
      'Your content stays yours',
      'What it costs',
      'Fair use',
      'Availability and change',
      'Ending it',
      'Liability',
      'Law and disputes',
      'Changes to these terms',
    ]);
  });

  it('[R2.10] [R9.1] the terms name the rates of the credit rule', () => {
    const text = show('/terms').textContent;
    expect(text).toContain(`${creditsPerHour.brief} credits an hour for a brief one`);
    expect(text).toContain(`${creditsPerHour.comprehensive} for a comprehensive one`);
  });

  it('[R2.10] [R2.17] the privacy policy tells who, what, to whom, how long, and which rights', () => {
    expect(partsOf(show('/privacy'))).toEqual([
      'Who is responsible',
      'What is kept, and what for',
      'The voices at your table',
      'Who else sees it',
      'No training',
      'How long',
      'Deletion',
      'What others can see',
      'Your rights',
      'How it is guarded',
      'Changes',
    ]);
  });

  it.each(
    Object.keys(pages) as LegalPath[],
  )('[R2.10] %s lists exactly the places that the operator has to fill in, and marks each in the text', async (path) => {
    const container = show(path);
    const notice = within(
      screen.getByRole('complementary', { name: 'To be completed by the operator of this server' }),
    );
    const listed = [...container.querySelectorAll('aside li')].map(({ textContent }) => textContent);
    expect(new Set(listed)).toEqual(new Set(marksIn(container)));
    expect(notice.getByText(`${listed.length} places to fill in`)).toBeDefined();
  });

  it('[R2.10] each place of the one list stands on some page', () => {
    const asked = (Object.keys(pages) as LegalPath[]).flatMap((path) => marksIn(show(path)));
    expect(new Set(asked)).toEqual(new Set(Object.values(operatorFields).map(({ asks }) => asks)));
  });

  it('a place that the operator has filled in is open no more', () => {
    const names = Object.keys(operatorFields) as OperatorFieldName[];
    const filled = { ...operatorFields, law: { ...operatorFields.law, value: 'That of the Free City.' } };
    expect(openFields(names, filled)).toEqual(names.filter((name) => name !== 'law'));
    expect(openFields(['law'], filled)).toEqual([]);
  });
});

/** Its messages are not kept. */
const channelBetweenWindows = 'hearthscribe.sign-in';

/** What the sources of a folder call entries of the browser's storage: they all begin alike. */
function keysIn(folder: string): string[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !name.startsWith('pages'))
    .flatMap((name) => [
      ...readFileSync(join(folder, name), 'utf8').matchAll(/['"`](hearthscribe\.[\w.-]+)/g),
    ])
    .map(([, key]) => key ?? '')
    .filter((key) => key !== channelBetweenWindows);
}

describe('the cookie policy', () => {
  it('[R2.10] names everything that the source keeps in the browser', () => {
    const keys = ['src/contract', 'src/web'].flatMap(keysIn);
    const named = storedItems.map(({ name }) => name.replace(/\*$/, ''));
    expect(new Set(keys.filter((key) => !named.some((name) => key.startsWith(name))))).toEqual(new Set());
    expect(keys.length).toBeGreaterThan(0);
  });

  it('[R2.10] shows each entry and cookie with its purpose, and that cookies need consent', () => {
    show('/cookies');
    const rows = screen.getAllByRole('row').map((row) => row.textContent);
    for (const { name, purpose, kept } of [...storedItems, ...consentedItems])
      expect(
        rows.filter((row) => row?.includes(name) && row.includes(purpose) && row.includes(kept)),
      ).toHaveLength(1);
    expect(consentedItems.every(({ when }) => when === 'consent')).toBe(true);
    expect(storedItems.filter(({ where }) => where === 'cookie')).toEqual([]);
  });
});
