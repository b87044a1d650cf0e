import { strToU8 } from 'fflate';

/** One short evening in the shapes of many programs, from their public descriptions. */
export interface Spoken {
  name: string;
  words: string;
  seconds: number;
}

const people: [string, string][] = [
  ['Marla', 'The cellar is flooded and the water moves on its own.'],
  ['Oskar', 'I draw my sword and look around.'],
  ['Tilda', 'I cast light on the wall.'],
  ['Marla', 'The wolf with white eyes howls at the moon tonight.'],
  ['Oskar', 'Nineteen on perception.'],
  ['Tilda', 'We should go to the chapel now.'],
];

export const evening: Spoken[] = Array.from({ length: 24 }, (_, index) => {
  const [name, words] = people[index % people.length] ?? ['', ''];
  return { name, words, seconds: index * 6 };
});

export const two = (value: number) => String(value).padStart(2, '0');
export const clock = (at: number) =>
  `${two(Math.floor(at / 3600))}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}`;
export const short = (at: number) => `${Math.floor(at / 60)}:${two(at % 60)}`;
export const each = (write: (line: Spoken, index: number) => string, lines: Spoken[]) =>
  lines.map(write).join('');
export const cue = (index: number, from: string, to: string, text: string) =>
  `${index + 1}\n${from} --> ${to}\n${text}\n\n`;
export const number = (name: string) => ['Marla', 'Oskar', 'Tilda'].indexOf(name);
export const wordsOf = ({ words, seconds, name }: Spoken) =>
  words
    .split(' ')
    .map((word, index) => ({ word, start: seconds + index * 0.4, end: seconds + index * 0.4 + 0.3, name }));
export const all = (lines: Spoken[]) => lines.flatMap(wordsOf);

export interface Shape {
  file: string;
  /** Whether names and times are in the file. */
  has: 'both' | 'names' | 'times';
  write: (lines: Spoken[]) => string;
  /** Of a document: the file around the text. */
  pack?: (text: string) => Uint8Array;
}

export const bytesOf = ({ write, pack = strToU8 }: Shape, lines: Spoken[], change = (text: string) => text) =>
  pack(change(write(lines)));
