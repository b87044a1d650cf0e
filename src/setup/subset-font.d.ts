declare module 'subset-font' {
  export default function subsetFont(
    font: Uint8Array,
    letters: string,
    options: {
      targetFormat: 'woff2' | 'truetype';
      noHinting?: boolean;
      keepFeatures?: readonly string[];
      variationAxes?: object;
    },
  ): Promise<Uint8Array>;
}
