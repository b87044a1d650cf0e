const colours = 8;

/** The classes of a voice by its place among the speakers; from the ninth on a color comes again, with a dash. */
export const voiceHue = (index: number): string =>
  index < 0 ? 'speaker-unknown' : `speaker-${index % colours}${index < colours ? '' : ' speaker-dashed'}`;
