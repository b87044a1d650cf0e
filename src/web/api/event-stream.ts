export interface ServerSentEvent {
  readonly name: string;
  readonly data: string;
  readonly id: string | null;
}

/** Takes chunks of any size (HTML standard, server-sent events). */
export function createEventParser(onEvent: (event: ServerSentEvent) => void): (text: string) => void {
  let rest = '';
  let name = '';
  let data: string[] = [];
  let id: string | null = null;

  function takeLine(line: string): void {
    if (line === '') {
      if (data.length > 0) onEvent({ name: name === '' ? 'message' : name, data: data.join('\n'), id });
      name = '';
      data = [];
      return;
    }
    const colon = line.indexOf(':');
    const field = colon === -1 ? line : line.slice(0, colon);
    const value = colon === -1 ? '' : line.slice(colon + 1).replace(/^ /, '');
    if (field === 'event') name = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id' && !value.includes('\0')) id = value;
  }

  return (text) => {
    rest += text;
    for (;;) {
      const end = /\r\n|\n|\r/.exec(rest);
      // It may be half of a line break.
      if (end === null || (end[0] === '\r' && end.index === rest.length - 1)) return;
      takeLine(rest.slice(0, end.index));
      rest = rest.slice(end.index + end[0].length);
    }
  };
}

export async function readEventStream(
  body: ReadableStream<Uint8Array>,
  heard: { onEvent: (event: ServerSentEvent) => void; onBytes: () => void },
): Promise<void> {
  const decoder = new TextDecoder();
  const parse = createEventParser(heard.onEvent);
  const reader = body.getReader();
  try {
    for (;;) {
      const { done, value } = await reader.read();
      if (done) return;
      heard.onBytes();
      parse(decoder.decode(value, { stream: true }));
    }
  } finally {
    reader.cancel().catch(() => {});
  }
}
