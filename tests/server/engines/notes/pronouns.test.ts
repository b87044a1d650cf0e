import { describe, expect, it } from 'vitest';
import { type Pronoun, personIn, pronounChanges } from '#server/engines/notes/endpoint/pronouns.ts';

/** The changed sentences of one text, and how many stay because somebody else may be meant. */
function called(text: string, proposed: string | null = null, to: Pronoun = 'she', name = 'Bryce Ashgrove') {
  const { changes, unclear } = pronounChanges({ name, to }, { text, proposed });
  return { texts: changes.map((each) => each.text), unclear };
}

describe('an instruction about what somebody is called', () => {
  it.each([
    ['Bryce is a woman', 'Bryce', 'she'],
    ['Bryce Ashgrove is actually a woman, not a man.', 'Bryce Ashgrove', 'she'],
    ['Bryce uses they/them', 'Bryce', 'they'],
    ['Bryce’s pronouns are he/him', 'Bryce', 'he'],
    ['Bryce should be “she”', 'Bryce', 'she'],
    ['Bryce is non-binary', 'Bryce', 'they'],
  ])('[D18] %s', (instruction, name, to) => expect(personIn(instruction)).toEqual({ name, to }));

  it.each([
    'Bryce is a carter',
    'Shorten the fight',
    'Bryce is a woman and owes Oda',
    'Bryce should be Brice',
  ])('[D18] something else: %s', (instruction) => expect(personIn(instruction)).toBeNull());
});

describe('sentences about one person', () => {
  it.each([
    ['by name', 'Bryce opens the gate with his key.', 'Bryce opens the gate with her key.'],
    ['all forms', 'Bryce said he hid it himself; it was his.', 'Bryce said she hid it herself; it was hers.'],
    ['by surname or title', 'Captain Bryce lost his hat.', 'Captain Bryce lost her hat.'],
    ['in a list of people', '**Bryce**: a carter; he owes Oda.', '**Bryce**: a carter; she owes Oda.'],
    ['after an opening', 'Then, at dawn, Bryce packed his bag.', 'Then, at dawn, Bryce packed her bag.'],
    ['after a clause', 'When Bryce arrived, he was tired.', 'When Bryce arrived, she was tired.'],
    [
      'in a place',
      'Bryce went into the Gray Heron Inn, where he slept.',
      'Bryce went into the Gray Heron Inn, where she slept.',
    ],
    ['with others only afterwards', 'Bryce took his lamp to Oda.', 'Bryce took her lamp to Oda.'],
    ['shortened', 'Bryce knew he’d lost.', 'Bryce knew she’d lost.'],
  ])('[D18] change without the model’s help: %s', (_, text, after) =>
    expect(called(text)).toEqual({ texts: [after], unclear: 0 }),
  );

  it('[D18] go on in the sentences that follow, until somebody else is named', () => {
    const text =
      'Bryce opens the gate. He finds his bell. The tide turns. He runs. Oda sees a boat. He waves from it.';
    expect(called(text)).toEqual({
      texts: ['She finds her bell.', 'She runs.'],
      unclear: 1,
    });
  });

  it.each([
    ['her bell', 'Bryce lost her bell, and Oda saw it.', 'Bryce lost his bell, and Oda saw it.'],
    ['her', 'Bryce wept when the tide took her away.', 'Bryce wept when the tide took him away.'],
    ['hers', 'Bryce said it was hers.', 'Bryce said it was his.'],
  ])('[D18] “%s” becomes what a man’s would be', (_, text, after) =>
    expect(called(text, null, 'he').texts).toEqual([after]),
  );

  it('[D18] leaves what was said as it was said, and words of several people', () => {
    const text = 'Bryce said, “He is a fool, and his boat leaks,” and took his oar. They left.';
    expect(called(text, text.replaceAll('He is', 'She is')).texts).toEqual([
      'Bryce said, “He is a fool, and his boat leaks,” and took her oar.',
    ]);
  });
});

describe('sentences in which somebody else is named', () => {
  const mixed = 'Bryce met Tobin, and he gave him his lantern.';

  it('[D18] stay and are counted, unless the model says who is meant', () => {
    expect(called(mixed)).toEqual({ texts: [], unclear: 1 });
    expect(called(mixed, 'Bryce met Tobin, and he gave her his lantern.')).toEqual({
      texts: ['Bryce met Tobin, and he gave her his lantern.'],
      unclear: 0,
    });
    const asked = 'When Bryce asked at the inn, he grew suspicious and advised him to leave.';
    expect(called(asked)).toEqual({ texts: [], unclear: 1 });
    expect(called('The guard let Bryce pass, and he thanked him.')).toEqual({ texts: [], unclear: 1 });
  });

  it('[D18] are not changed where they have nothing to do with that person, whatever a model says', () => {
    const text = 'Tobin rows his boat. He sings.';
    expect(called(text)).toEqual({ texts: [], unclear: 0 });
    expect(called(text, 'Tobin rows her boat. She sings.')).toEqual({ texts: [], unclear: 2 });
  });
});

describe('what a model proposes for pronouns', () => {
  it('[D18] changes pronouns and words such as “sister”, and nothing else', () => {
    expect(
      called(
        'Bryce is a brave man. He owes Oda ten crowns.',
        'Bryce is a cowardly woman. She owes Oda nine crowns.',
      ).texts,
    ).toEqual(['Bryce is a brave woman.', 'She owes Oda ten crowns.']);
  });

  it('[D18] agrees with “they”, which only a model can write', () => {
    const text = 'Bryce opens the gate. He finds his bell and is glad.';
    expect(called(text, null, 'they')).toEqual({ texts: [], unclear: 1 });
    expect(called(text, 'Bryce opens the gate. They find their bell and are glad.', 'they').texts).toEqual([
      'They find their bell and are glad.',
    ]);
  });

  it('[D18] is not taken where it rewrites the text; what is certain changes all the same', () => {
    expect(called('Bryce opens the gate. He runs.', 'Bryce, a woman, opens the gate and runs.')).toEqual({
      texts: ['She runs.'],
      unclear: 0,
    });
  });
});
