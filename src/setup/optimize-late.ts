import process from 'node:process';

/** V8's flag for it, which Node 22 and later no longer know: there V8 has a compiler between its interpreter and its optimizer. */
export const optimizeLate = (budget: number): string[] =>
  Number(process.versions.node.split('.')[0]) < 22 ? [`--interrupt-budget=${budget}`] : [];
