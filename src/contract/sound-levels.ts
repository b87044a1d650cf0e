/** In loudness units (1 LU = 1 dB), as on the EBU +18 scale: what is quieter or louder has the last value. */
export const quietest = -36;
export const loudest = 18;
