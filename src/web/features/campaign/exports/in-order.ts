/** Numbers things that only have a position, from 1. */
export const inOrder = <Item>(items: readonly Item[]) =>
  items.map((item, index) => ({ number: index + 1, item }));
