/** `<!-- whisper: Wren -->` is the game master’s, and of the characters that it names. */
export const knownMarker = /^<!--[ \t]*(gm|players|public|whisper:[^<>\n]{1,160}?)[ \t]*-->[ \t]*/i;

const markers =
  /^((?:[ \t\u200b-\u200f\u2060\ufeff>]|(?:[-*+]|\d{1,9}[.)])(?=[ \t])|#{1,6}(?=[ \t])|\[[ xX]\](?=[ \t]))*)<!--[ \t]*(?:gm|players|public|whisper:[^<>\n]{1,160}?)[ \t]*-->[ \t]*/gim;

/** As a marker can name a character: without the signs that end a name or the marker. */
export const whisperName = (name: string): string => name.replace(/[,<>\s]+/gu, ' ').trim();

/** For the game master, who sees everything. Decides nothing, and needs no parser. */
export const withoutMarkers = (body: string): string => body.replace(markers, '$1');
