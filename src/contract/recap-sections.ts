const prefix = 'recap-';

/** The key of the section of the notes that has a recap’s text. */
export const recapSectionKey = (id: string): string => `${prefix}${id}`;
export const isRecapSection = ({ key }: { key: string }): boolean => key.startsWith(prefix);
