export interface Cast {
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

export function castOf(episode: string): Cast | null {
  if (episode.startsWith('C1E')) return first;
  return episode.startsWith('C2E') ? second : null;
}
