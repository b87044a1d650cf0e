/** 32 hexadecimal digits that nothing else has. Also where the site is not served by https, as in a home network: `randomUUID` is missing there. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
