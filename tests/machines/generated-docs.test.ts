import { describe, expect, it } from 'vitest';
import {
  numberedTitles,
  parseRequirements,
  requirementsPage,
  unknownNumbers,
} from '../../src/setup/requirements.ts';

const list = parseRequirements(
  [
    '# Requirements',
    '',
    '## R1 Product',
    '- R1.1 Notes. R1.2 A tagline | a pipe.',
    '## D Decisions',
    '- D2 Cost.',
  ].join('\n'),
);

/** Written like this so that these examples do not count as proofs. */
const inBrackets = (numbers: string) => `[${numbers}]`;

describe('the page of requirements', () => {
  it('reads several numbers from one line', () => {
    expect(list).toEqual([
      {
        title: 'R1 Product',
        requirements: [
          { number: 'R1.1', text: 'Notes.' },
          { number: 'R1.2', text: 'A tagline | a pipe.' },
        ],
      },
      { title: 'D Decisions', requirements: [{ number: 'D2', text: 'Cost.' }] },
    ]);
  });

  it('reads numbers, lists and ranges from the titles of tests', () => {
    const source = [
      `it('${inBrackets('R9.1')} plain', () => {});`,
      `test.each(rows)("${inBrackets('R4.1, R4.3')} list", () => {});`,
      `describe('${inBrackets('R4.4–4.6')} range', () => {});`,
      `it('no number', () => {});`,
    ].join('\n');
    expect(numberedTitles('a.test.ts', source).map(({ numbers }) => numbers)).toEqual([
      ['R9.1'],
      ['R4.1', 'R4.3'],
      ['R4.4', 'R4.5', 'R4.6'],
    ]);
  });

  it('does not count skipped or planned tests', () => {
    const title = `${inBrackets('R9.1')} later`;
    expect(numberedTitles('a.test.ts', `it.skip('${title}', () => {});\nit.todo('${title}');`)).toEqual([]);
  });

  it('counts proofs and names file and title', () => {
    const title = `${inBrackets('R1.2')} shows it`;
    const titles = numberedTitles('tests/web/a.test.ts', `it('${title}', () => {});`);
    const page = requirementsPage(list, titles, [{ name: 'overlay', numbers: ['R1.1'] }]);
    expect(page).toContain('3 numbers: 1 carried by tests, 2 not yet.');
    expect(page).toContain('| R1.1 | Notes. | [overlay](flows/overlay.md) | – |');
    expect(page).toContain(
      `| R1.2 | A tagline \\| a pipe. | – | [web/a.test.ts](../tests/web/a.test.ts): ${title} |`,
    );
  });

  it('rejects a number that is not in the list', () => {
    expect(unknownNumbers(list, [{ place: 'a.test.ts: [R9.9] none', numbers: ['R9.9', 'R1.1'] }])).toEqual([
      'R9.9 is not in the list of requirements: a.test.ts: [R9.9] none',
    ]);
  });
});
