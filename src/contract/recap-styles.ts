/** Offered for each session; users can add their own. */
export const recapStyles = [
  'Short and factual',
  'Told like a story',
  'Dramatic, as a trailer',
  'Light and funny',
  'As a chronicler of the world would write it',
  'A letter from the bard',
  'A ballad',
  'The front page of a newspaper',
  'A diary entry',
  'A fairy tale',
  'A captain’s log',
  'Rumors in a tavern',
  'A report to the guild',
  'A prophecy',
  'A hard-boiled detective story',
  'A sermon',
  'A ghost story by the fire',
  'A play with stage directions',
  'A nature documentary',
  'A haiku for each scene',
] as const;

const prefix = 'recap-';

/** The key of the section that has a recap’s text. */
export const recapSectionKey = (id: string): string => `${prefix}${id}`;
export const isRecapSection = ({ key }: { key: string }): boolean => key.startsWith(prefix);
