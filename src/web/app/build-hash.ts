/** As vite.config.ts has it; empty for a build that was not made by `npm start`. */
declare const __BUILD__: string;

/** Short hash of this build, the same in its scripts and in the pages that were made with them; null without one. */
export const buildHash: string | null = __BUILD__ === '' ? null : __BUILD__;
