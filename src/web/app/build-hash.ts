declare const __BUILD__: string;

export const buildHash: string | null = __BUILD__ === '' ? null : __BUILD__;
