import { describe, expect, it } from 'vitest';
import { languageWarnings, otherLanguageOf } from '#server/engines/speech/languages.ts';
import type { HeardChunk, SpeechEngine } from '#server/engines/speech/port.ts';

const english =
  'So you come down into the cellar and the water is moving on its own against the wall, and you see that there is a door behind the barrels. ' +
  'What do you do? I draw my sword and I look around to see what this is, and then we open it.';
const spanish =
  'Bueno, bajamos al sótano y el agua se mueve por la pared, y hay una puerta detrás de los barriles que no se abre. ' +
  'Yo saco la espada y miro lo que hay por el suelo, pero está muy oscuro. ¿Qué es lo que veo? No lo sé, pero es grande.';
const german =
  'Ihr kommt in den Keller und das Wasser bewegt sich von selbst, und da ist eine Tür hinter den Fässern, die ist zu. ' +
  'Ich ziehe das Schwert und sehe mich um. Was ist das? Du siehst nicht viel, es ist dunkel, und wir haben keine Fackel. Das ist ein Problem.';

const chunk = (text: string, language: string | null = null): HeardChunk => ({
  language,
  segments: [{ startMs: 0, endMs: 29_000, text, confidence: null, words: null, speaker: null }],
});
const clock = (ms: number) => `${Math.floor(ms / 60_000)}:${String((ms / 1000) % 60).padStart(2, '0')}`;
const engine: Pick<SpeechEngine, 'languages'> = {};
const warn = (chunks: (HeardChunk | null)[], language: string | null = 'en') =>
  languageWarnings(
    { engine: engine as SpeechEngine, language },
    chunks.map((_, at) => ({ startMs: at * 30_000, endMs: (at + 1) * 30_000 })),
    chunks,
    chunks
      .flatMap((each) => each?.segments ?? [])
      .map((segment, at) => ({
        ...segment,
        id: `s${at + 1}`,
        speakerId: null,
        originalText: null,
      })),
    clock,
  );

describe('the language of each piece', () => {
  it('of an engine that names none is known from its words, where it is plainly another', () => {
    expect(otherLanguageOf(spanish, 'en')).toBe('es');
    expect(otherLanguageOf(german, 'en')).toBe('de');
    expect(otherLanguageOf(english, 'de')).toBe('en');
    expect(otherLanguageOf(english, 'en')).toBeNull();
    expect(otherLanguageOf(german, 'de')).toBeNull();
    expect(otherLanguageOf(`${spanish} ${english}`, 'en')).toBeNull();
    expect(otherLanguageOf('¿Qué es lo que veo?', 'en')).toBeNull();
    expect(otherLanguageOf(Array(60).fill('Kharvyndûr Vex Tam').join(' '), 'en')).toBeNull();
  });

  it('that differs from the session’s is shown with its place, and what to do', () => {
    const chunks = Array.from({ length: 40 }, (_, at) => chunk(at >= 10 && at < 34 ? spanish : english));
    const warnings = warn([
      ...chunks,
      ...chunks.slice(0, 4).map(() => chunk(english)),
      ...Array(40).fill(chunk(english)),
    ]);
    expect(warnings).toEqual([
      {
        code: 'otherLanguagePart',
        message:
          '12 minutes in Spanish? The campaign’s language is English (at 5:00–17:00). If someone did speak Spanish there, ' +
          'all is well. If not, the speech engine guessed the wrong language: listen there and correct the lines.',
        startMs: 300_000,
        endMs: 1_020_000,
      },
    ]);
  });

  it('of a service is the one it names, against the campaign’s or else the one of most pieces', () => {
    const chunks = [
      ...Array(8).fill(chunk(english, 'english')),
      ...Array(2).fill(chunk(spanish, 'spanish')),
      null,
    ];
    for (const language of ['en-GB', null])
      expect(warn(chunks, language)).toMatchObject([{ code: 'otherLanguagePart', startMs: 240_000 }]);
    expect(warn([...Array(8).fill(chunk(english, 'en')), chunk('¿Qué es lo que veo?', 'es')])).toEqual([]);
  });

  it('a song of half a minute is no stretch, and a whole recording in another language is one warning', () => {
    expect(warn([chunk(english), chunk(spanish), chunk(english)])).toEqual([]);
    expect(warn(Array(10).fill(chunk(spanish))).map(({ code }) => code)).toEqual(['otherLanguage']);
  });
});
