import { v7 } from 'uuid';

/** A UUID version 7, so that rows sort by creation time. */
export const newId = (): string => v7();
