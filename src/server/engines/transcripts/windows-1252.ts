const UPPER = '€\u0081‚ƒ„…†‡ˆ‰Š‹Œ\u008dŽ\u008f\u0090‘’“”•–—˜™š›œ\u009džŸ';
/** DOS, from 0x80. */
const DOS =
  'ÇüéâäàåçêëèïîìÄÅÉæÆôöòûùÿÖÜø£Ø×ƒáíóúñÑªº¿®¬½¼¡«»░▒▓│┤ÁÂÀ©╣║╗╝¢¥┐└┴┬├─┼ãÃ╚╔╩╦╠═╬¤ðÐÊËÈıÍÎÏ┘┌█▄¦Ì▀ÓßÔÒõÕµþÞÚÛÙýÝ¯´\u00ad±‗¾¶§÷¸°¨·¹³²■\u00a0';
const PIECE = 8192;

/** Programs for Windows' command line write it; no TextDecoder knows it. */
export function codePage850(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) =>
    byte < 0x80 ? String.fromCharCode(byte) : DOS.charAt(byte - 0x80),
  ).join('');
}

/** By our own table: Node 20's leaves 0x80 to 0x9F as controls. */
export function windows1252(bytes: Uint8Array): string {
  let text = '';
  for (let from = 0; from < bytes.length; from += PIECE) {
    const codes = Array.from(bytes.subarray(from, from + PIECE), (byte) =>
      byte >= 0x80 && byte < 0xa0 ? UPPER.charCodeAt(byte - 0x80) : byte,
    );
    text += String.fromCharCode(...codes);
  }
  return text;
}

/** Null if it has letters that Windows-1252 lacks. */
export function bytesOfWindows1252(text: string): Uint8Array | null {
  const bytes = new Uint8Array(text.length);
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    const upper = code < 0x100 ? -1 : UPPER.indexOf(text.charAt(at));
    if (code >= 0x100 && upper < 0) return null;
    bytes[at] = upper < 0 ? code : upper + 0x80;
  }
  return bytes;
}
