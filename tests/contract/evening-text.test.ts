import { describe, expect, it } from 'vitest';
import { inMarks, withoutCutMarks } from '#contract/evening-text.ts';

describe('quotation marks of words that were cut', () => {
  it.each([
    ['He nods. Then I shall go.”', 'He nods. Then I shall go.'],
    ['He nods. Then I shall go".', 'He nods. Then I shall go.'],
    ['“We leave at dawn. The gate opens for no one.', 'We leave at dawn. The gate opens for no one.'],
    ['go home," she says. "We leave at dawn.', 'go home," she says. "We leave at dawn.'],
    ['“We leave.” “At dawn.”', '“We leave.” “At dawn.”'],
    ['She says, "We leave at dawn."', 'She says, "We leave at dawn."'],
    ['"We leave," she says, "at dawn."', '"We leave," she says, "at dawn."'],
    ['„Wir gehen.“', '„Wir gehen.“'],
    ['He says „Go“.', 'He says „Go“.'],
    ['“Come,” he says. „Wir gehen', '“Come,” he says. „Wir gehen'],
    ['„Wir gehen. Das Tor', 'Wir gehen. Das Tor'],
    ['Wir gehen.“', 'Wir gehen.'],
    ['It is 6" tall', 'It is 6" tall'],
    ['”', ''],
    ['', ''],
  ])('%s', (words, shown) => {
    expect(withoutCutMarks(words)).toBe(shown);
    // As a line of notes it is the same either way.
    expect(inMarks(words)).toBe(inMarks(shown));
  });

  it('are single ones within a quotation', () => {
    expect(inMarks('She says, "We leave," and goes. "At dawn.')).toBe(
      '“She says, ‘We leave,’ and goes. At dawn.”',
    );
    expect(inMarks('He says „Go“.')).toBe('“He says ‘Go’.”');
    expect(inMarks('„Wir gehen.“')).toBe('“Wir gehen.”');
  });
});
