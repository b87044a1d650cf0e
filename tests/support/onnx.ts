/** Just enough of ONNX' protocol buffers to write toy models. */
export const FLOAT = 1;
export const INT64 = 7;

/** @param parts of the graph: nodes, weights, inputs, outputs */
export function modelOf(parts: readonly Buffer[], metadata: Readonly<Record<string, string>>): Buffer {
  return Buffer.concat([
    field(1, 8),
    field(7, Buffer.concat(parts)),
    field(8, Buffer.concat([field(1, ''), field(2, 13)])),
    ...Object.entries(metadata).map(([key, text]) =>
      field(14, Buffer.concat([field(1, key), field(2, text)])),
    ),
  ]);
}

export function field(number: number, content: number | string | Buffer): Buffer {
  if (typeof content === 'number') return Buffer.concat([varint(number << 3), varint(content)]);
  const bytes = Buffer.from(content);
  return Buffer.concat([varint((number << 3) | 2), varint(bytes.length), bytes]);
}

function varint(value: number): Buffer {
  const bytes: number[] = [];
  let rest = value;
  while (rest > 127) {
    bytes.push((rest & 127) | 128);
    rest >>>= 7;
  }
  return Buffer.from([...bytes, rest]);
}

export function node(type: string, inputs: string[], output: string, attributes: Buffer[] = []): Buffer {
  return Buffer.concat([
    ...inputs.map((input) => field(1, input)),
    field(2, output),
    field(3, output),
    field(4, type),
    ...attributes.map((attribute) => field(5, attribute)),
  ]);
}

export function integer(name: string, content: number): Buffer {
  return Buffer.concat([field(1, name), field(3, content), field(20, 2)]);
}

export function integers(name: string, content: number[]): Buffer {
  return Buffer.concat([field(1, name), ...content.map((one) => field(8, one)), field(20, 7)]);
}

export function tensor(name: string, dimensions: number[], data: Float32Array): Buffer {
  return Buffer.concat([
    ...dimensions.map((dimension) => field(1, dimension)),
    field(2, FLOAT),
    field(8, name),
    field(9, Buffer.from(data.buffer)),
  ]);
}

export function value(name: string, elementType: number, dimensions: (number | string)[]): Buffer {
  const shape = dimensions.map((dimension) =>
    field(1, field(typeof dimension === 'number' ? 1 : 2, dimension)),
  );
  const type = field(1, Buffer.concat([field(1, elementType), field(2, Buffer.concat(shape))]));
  return Buffer.concat([field(1, name), field(2, type)]);
}
