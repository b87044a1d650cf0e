export const pageStyle = `
:root {
  color-scheme: light dark;
  --paper: light-dark(#f5eddd, #17120e);
  --surface: light-dark(#fdf8ed, #211a14);
  --ink: light-dark(#2a1f16, #f2e7d3);
  --muted: light-dark(#65533f, #bcaa8f);
  --line: light-dark(#ddcdb2, #3d3125);
  --control: light-dark(#8c785f, #8d7a62);
  --ember: light-dark(#98350f, #f3a75f);
  --on-ember: light-dark(#fff7ea, #241405);
  --danger: light-dark(#a01c22, #ff9f92);
  --danger-wash: light-dark(#fae0da, #451d1a);
  --success: light-dark(#35611f, #b5d494);
  --success-wash: light-dark(#e3ecd3, #26331a);
  --test: light-dark(#1d5954, #93d0c4);
  --test-wash: light-dark(#dcebe2, #1d3733);
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1rem/1.5 "Alegreya Sans", system-ui, sans-serif; }
h1, h2, h3 { font-family: Georgia, "Liberation Serif", serif; line-height: 1.2; margin: 0; text-wrap: balance; }
h1 { font-size: 1.75rem; }
h2 { font-size: 1.25rem; overflow-wrap: anywhere; }
h3 { font-size: 1.0625rem; }
p, ul, dl { margin: 0; }
a { color: var(--ember); }
:focus-visible { outline: 3px solid var(--ember); outline-offset: 2px; }
.test { border-bottom: 2px dashed var(--test); background: repeating-linear-gradient(135deg, var(--test-wash) 0 14px, var(--paper) 14px 28px); }
.test p { width: min(60rem, 100% - 2rem); margin: 0 auto; padding: 0.625rem 0; }
.test:has(+ .narrow) p { width: min(30rem, 100% - 2rem); }
.test span { display: inline-block; padding: 0.125rem 0.625rem; background: var(--surface); color: var(--test); border-radius: 0.375rem; }
main { width: min(60rem, 100% - 2rem); margin: 2rem auto 4rem; display: grid; gap: 1.5rem; }
main.narrow { width: min(30rem, 100% - 2rem); }
section, .card { display: grid; gap: 1rem; min-width: 0; padding: 1.25rem; background: var(--surface); border: 1px solid var(--line); border-radius: 0.875rem; }
main, section, .card, .stack { grid-template-columns: minmax(0, 1fr); }
.card { padding: 1rem; background: var(--paper); border-radius: 0.5rem; }
.lead { color: var(--muted); }
.amount { font: 600 2.25rem/1.1 Georgia, "Liberation Serif", serif; font-variant-numeric: lining-nums; }
.row { display: flex; flex-wrap: wrap; gap: 0.75rem; align-items: center; }
.apart { justify-content: space-between; }
.amount small { font-size: 1.125rem; font-weight: 400; }
form { display: contents; }
form.row { display: flex; }
button, .button { display: inline-grid; place-items: center; min-height: 2.75rem; padding: 0.25rem 1.125rem; border: 1px solid var(--control); border-radius: 0.5rem; background: var(--surface); color: var(--ink); font: inherit; font-weight: 600; line-height: 1.2; text-decoration: none; text-align: center; cursor: pointer; }
button:hover, .button:hover { border-color: var(--ember); }
.first { background: var(--ember); border-color: var(--ember); color: var(--on-ember); }
.grave { color: var(--danger); border-color: var(--danger); }
.stack { display: grid; gap: 0.75rem; }
.stack > a:not(.button) { justify-self: center; padding: 0.625rem; }
input, select { min-height: 2.75rem; padding: 0.25rem 0.625rem; border: 1px solid var(--control); border-radius: 0.5rem; background: var(--surface); color: var(--ink); font: inherit; max-width: 100%; }
input[type="number"] { width: 7rem; }
input[type="radio"] { min-height: 0; width: 1.125rem; height: 1.125rem; accent-color: var(--ember); margin: 0; }
label { display: inline-flex; gap: 0.5rem; align-items: center; min-height: 2.75rem; }
dl { display: grid; grid-template-columns: auto 1fr; gap: 0.25rem 1rem; }
dt { color: var(--muted); }
dd { margin: 0; overflow-wrap: anywhere; }
.alert, .good { padding: 0.75rem 1rem; border-radius: 0.5rem; font-weight: 600; }
.alert { background: var(--danger-wash); color: var(--danger); }
.good { background: var(--success-wash); color: var(--success); }
.table { overflow-x: auto; }
table { width: 100%; border-collapse: collapse; font-variant-numeric: tabular-nums lining-nums; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; text-align: left; vertical-align: middle; border-bottom: 1px solid var(--line); }
th { color: var(--muted); font-weight: 600; }
.small { font-size: 0.875rem; overflow-wrap: anywhere; }
.state { display: inline-block; padding: 0.0625rem 0.5rem; border: 1px solid currentcolor; border-radius: 1rem; font-size: 0.875rem; font-weight: 600; white-space: nowrap; }
.is-good { color: var(--success); }
.is-bad { color: var(--danger); }
.hidden { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); white-space: nowrap; }
@media (max-width: 30rem) {
  main { margin-top: 1.25rem; gap: 1rem; }
  section { padding: 1rem; }
  .wide { display: grid; }
}
@media (max-width: 44rem) {
  .stacking thead { position: absolute; clip-path: inset(50%); }
  .stacking :is(table, tbody, tr, td) { display: block; }
  .stacking tr { padding: 0.75rem 0; border-bottom: 1px solid var(--line); }
  .stacking td { padding: 0.125rem 0; border: 0; }
}
`;
