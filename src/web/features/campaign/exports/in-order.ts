/** Things identified only by their position, each with its number from 1. */
export const inOrder = <Item>(items: readonly Item[]) =>
  items.map((item, index) => ({ number: index + 1, item }));
