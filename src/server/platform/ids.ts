import { v7 } from 'uuid';

/** Version 7 sorts by creation time. */
export const newId = (): string => v7();
