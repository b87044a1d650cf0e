import { Agent, request } from 'node:http';
import process from 'node:process';

export interface Load {
  url: string;
  headers: Record<string, string>;
  connections: number;
  milliseconds: number;
  /** However long they take. */
  requests?: number;
}

const {
  url,
  headers,
  connections,
  milliseconds,
  requests = Number.POSITIVE_INFINITY,
} = JSON.parse(process.argv[2] ?? '{}') as Load;
const agent = new Agent({ keepAlive: true, maxSockets: connections });

function ask(): Promise<void> {
  return new Promise((resolve, reject) => {
    request(url, { agent, headers }, (answer) => {
      if (answer.statusCode !== 200) reject(new Error(`${url} answered ${answer.statusCode}.`));
      answer.resume();
      answer.once('end', resolve);
    })
      .once('error', reject)
      .end();
  });
}

let begun = 0;
let answered = 0;
const began = performance.now();
await Promise.all(
  Array.from({ length: connections }, async () => {
    while (begun < requests && performance.now() - began < milliseconds) {
      begun += 1;
      await ask();
      answered += 1;
    }
  }),
);
const perSecond = (answered / (performance.now() - began)) * 1000;
agent.destroy();
process.stdout.write(String(perSecond));
