import type { Drawn } from './judge.ts';

export function judgePage(engine: string, drawn: Drawn[]): string {
  const data = JSON.stringify({ engine, drawn }).replaceAll('<', '\\u003c');
  return `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>Judge the notes</title>
<style>
body{font:1.05rem/1.5 system-ui,sans-serif;max-width:48rem;margin:2rem auto;padding:0 1rem}
#text{font-size:1.4rem;font-weight:600}#around{white-space:pre-wrap;border-left:3px solid #999;padding-left:1rem;max-height:45vh;overflow:auto}
.cited{background:#ffef9e;color:#000}button{font:inherit;margin-right:.5rem}
</style>
<p>Is it true, and would it stand in notes that you paid for? <b>r</b> right, <b>w</b> wrong, <b>g</b> ungrammatical,
<b>u</b> unclear, arrows move. A title is right if it fits its scene; a person, if somebody of the story is so called and was met,
or only spoken of, as the list says; a quote, if it is worth keeping.</p>
<label>Your name <input id="judge" value="unnamed"></label>
<button id="save">Save verdicts</button> <span id="count"></span>
<p id="where"></p><p id="text"></p><div id="around"></div>
<script>
const {engine,drawn}=${data};
const key='verdicts '+engine+' '+drawn.map(d=>d.id).join();let at=0;
const verdicts=JSON.parse(localStorage.getItem(key)||'{}');
function show(){const d=drawn[at];document.getElementById('where').textContent=(at+1)+' of '+drawn.length+' · '+d.kind+' · '+d.episode+' · '+d.where+(verdicts[d.id]?' · judged '+(verdicts[d.id].ungrammatical?'ungrammatical':verdicts[d.id].verdict):'');
document.getElementById('text').textContent=d.text;const a=document.getElementById('around');a.textContent='';
for(const line of d.around){const p=document.createElement('div');p.textContent=line;if(line.startsWith('> '))p.className='cited';a.append(p)}
document.getElementById('count').textContent=Object.keys(verdicts).length+' judged'}
function judge(verdict,ungrammatical){const d=drawn[at];verdicts[d.id]={id:d.id,kind:d.kind,verdict,...(ungrammatical?{ungrammatical}:{})};localStorage.setItem(key,JSON.stringify(verdicts));at=Math.min(drawn.length-1,at+1);show()}
addEventListener('keydown',e=>{if(e.target.id==='judge')return;if(e.key==='r')judge('right');if(e.key==='w')judge('wrong');if(e.key==='g')judge('wrong',true);if(e.key==='u')judge('unclear');if(e.key==='ArrowRight'){at=Math.min(drawn.length-1,at+1);show()}if(e.key==='ArrowLeft'){at=Math.max(0,at-1);show()}});
document.getElementById('save').onclick=()=>{const a=document.createElement('a');a.href=URL.createObjectURL(new Blob([JSON.stringify({engine,judge:document.getElementById('judge').value,verdicts:Object.values(verdicts)},null,1)],{type:'application/json'}));a.download='verdicts.json';a.click()};
show();
</script></html>
`;
}
