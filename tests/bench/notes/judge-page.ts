import type { Drawn } from './draw.ts';
import type { Sample } from './verdicts.ts';

/** One HTML file without requests. The browser keeps the verdicts until they are saved as a file. */
export function judgePage(engine: string, sample: Sample, drawn: Drawn[]): string {
  const data = JSON.stringify({ engine, sample, drawn }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Judge the notes</title>
<style>
body{font:1.05rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
#text{font-size:1.4rem;font-weight:600}#around{white-space:pre-wrap;border-left:3px solid #999;padding-left:1rem;max-height:45vh;overflow:auto}
.cited{background:#ffef9e;color:#000}button{font:inherit;margin-right:.5rem}
</style>
<p><b>Passages</b>: is it understandable alone, with the speaker's name, and worth keeping in notes of the evening? Decide before you open what was
said around it. <b>1</b> both, <b>2</b> worth keeping but not understandable alone, <b>3</b> understandable but not worth keeping, <b>4</b> neither.</p>
<p><b>All others</b>: is it true, and would it stand in notes that you paid for? <b>r</b> right, <b>w</b> wrong, <b>f</b> false: it says what did
not happen, <b>g</b> ungrammatical, <b>u</b> unclear, arrows move. A title is right if it fits its scene; a person, if somebody
of the story is so called and was met, or only mentioned, as the list says; a quote, if it is worth keeping. An index says whom
the party met in a scene (“With …”) and what else the game master named there; a sentence of the recap follows those above it.</p>
<label>Your name <input id="judge"></label>
<button id="save">Save verdicts</button> <span id="count"></span>
<p id="where"></p><p id="text"></p><details id="context"><summary>Said around it</summary><div id="around"></div></details>
<script>
const { engine, sample, drawn } = ${data};
const element = (id) => document.getElementById(id);
const key = 'verdicts ' + engine + ' ' + drawn.map(({ id }) => id).join();
const verdicts = JSON.parse(localStorage.getItem(key) || '{}');
const answers = {
  r: { verdict: 'right' },
  w: { verdict: 'wrong' },
  f: { verdict: 'wrong', untrue: true },
  g: { verdict: 'wrong', ungrammatical: true },
  u: { verdict: 'unclear' },
};
const ofPassages = {
  1: { verdict: 'right', isKept: true, isClearAlone: true },
  2: { verdict: 'right', isKept: true, isClearAlone: false },
  3: { verdict: 'wrong', isKept: false, isClearAlone: true },
  4: { verdict: 'wrong', isKept: false, isClearAlone: false },
};
let at = 0;

function show() {
  const { id, kind, episode, where, text, around } = drawn[at];
  const { verdict, untrue, ungrammatical } = verdicts[id] || {};
  const judged = untrue ? 'false' : ungrammatical ? 'ungrammatical' : verdict;
  element('where').textContent =
    [at + 1 + ' of ' + drawn.length, kind, episode, where].join(' · ') + (judged ? ' · judged ' + judged : '');
  element('text').textContent = text;
  element('context').open = kind !== 'passage';
  element('around').replaceChildren(
    ...around.map((line) => {
      const row = document.createElement('div');
      row.textContent = line;
      row.className = line.startsWith('> ') ? 'cited' : '';
      return row;
    }),
  );
  element('count').textContent = Object.keys(verdicts).length + ' judged';
}
function move(steps) {
  at = Math.min(drawn.length - 1, Math.max(0, at + steps));
  show();
}
addEventListener('keydown', ({ key: pressed, target, ctrlKey, metaKey, altKey }) => {
  if (target.id === 'judge' || ctrlKey || metaKey || altKey) return;
  if (pressed === 'ArrowRight') move(1);
  if (pressed === 'ArrowLeft') move(-1);
  const { id, kind } = drawn[at];
  const known = kind === 'passage' ? ofPassages : answers;
  if (!Object.hasOwn(known, pressed)) return;
  verdicts[id] = { id, kind, ...known[pressed] };
  localStorage.setItem(key, JSON.stringify(verdicts));
  move(1);
});
element('save').onclick = () => {
  const judge = element('judge').value.trim() || 'unnamed';
  const file = { engine, judge, sample, verdicts: Object.values(verdicts) };
  const link = document.createElement('a');
  link.href = URL.createObjectURL(new Blob([JSON.stringify(file, null, 1)], { type: 'application/json' }));
  link.download = 'verdicts.json';
  link.click();
};
move(Math.max(0, drawn.findIndex(({ id }) => !verdicts[id])));
</script></html>
`;
}
