const WIDTH = 118;

/** JSON in which what fits into a line is one. */
export function listed(value: unknown, indent = ''): string {
  const whole = JSON.stringify(value);
  if (typeof value !== 'object' || value === null || indent.length + whole.length <= WIDTH) return whole;
  const deeper = `${indent} `;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((each) => listed(each, deeper))]
    : [
        '{',
        '}',
        Object.entries(value)
          .filter(([, each]) => each !== undefined)
          .map(([name, each]) => `${JSON.stringify(name)}: ${listed(each, deeper)}`),
      ];
  return `${open}\n${parts.map((part) => deeper + part).join(',\n')}\n${indent}${close}`;
}
