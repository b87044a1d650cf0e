declare const __VERSION__: string;

/** Of package.json, and the newest of docs/CHANGELOG.md. */
export const releaseVersion: string = __VERSION__;
