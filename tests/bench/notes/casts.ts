/** Who plays whom in the corpus' two campaigns: names only, to score the party. */
export interface Cast {
  /** A voice → its characters, each with its other names. */
  [voice: string]: readonly (readonly string[])[];
}

const first: Cast = {
  LAURA: [["Vex'ahlia", 'Vex']],
  LIAM: [["Vax'ildan", 'Vax']],
  MARISHA: [['Keyleth']],
  TALIESIN: [['Percy', 'Percival']],
  TRAVIS: [['Grog']],
  SAM: [['Scanlan'], ['Taryon', 'Tary']],
  ASHLEY: [['Pike']],
  ORION: [['Tiberius']],
};
const second: Cast = {
  LAURA: [['Jester']],
  LIAM: [['Caleb']],
  MARISHA: [['Beau', 'Beauregard']],
  TALIESIN: [['Molly', 'Mollymauk'], ['Caduceus']],
  TRAVIS: [['Fjord']],
  SAM: [['Nott']],
  ASHLEY: [['Yasha']],
};

/** The cast of an episode by its number; null where it is not known. */
export function castOf(episode: string): Cast | null {
  if (episode.startsWith('C1E')) return first;
  return episode.startsWith('C2E') ? second : null;
}
