const scenes = [
  ['Marrow Bay', 'Captain Ilse Varn', 'the drowned bell tower'],
  ['Thistle Hollow', 'Brother Odrik', 'a silver key wrapped in black cloth'],
  ['the Glass Stair', 'Queen Sabeth', 'the map of the Ember Vault'],
] as const;

export function sampleTranscript(rounds = 4): string {
  const lines: string[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const [place, person, thing] of scenes) {
      lines.push(
        `Dana: You arrive at ${place}, and ${person} waits for you beside the old well. She tells you of ${thing}.`,
        `Robin: I ask ${person} who else has come to ${place} in search of ${thing}.`,
        `Dana: ${person} lowers her voice. Nobody leaves ${place} before the tide has turned, she says.`,
        `Kim: I will not leave without ${thing}, and I draw my sword in front of ${person}.`,
        `Robin: Kim, put the sword away before somebody gets hurt.`,
      );
    }
  }
  return lines.join('\n');
}

export const sampleTranscriptBytes = (rounds?: number) => new TextEncoder().encode(sampleTranscript(rounds));
