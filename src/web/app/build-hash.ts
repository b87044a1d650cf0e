/** From vite.config.ts; empty for a build without `npm start`. */
declare const __BUILD__: string;

/** Short hash of this build, the same in its scripts and prerendered pages, or null. */
export const buildHash: string | null = __BUILD__ === '' ? null : __BUILD__;
