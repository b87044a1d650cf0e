export const pageStyle = `:root { color-scheme: light dark; --ink: #2b2118; --paper: #fbf7ef; --faint: #6d5f50; --line: #d9cdb8; --accent: #8a3b12; }
@media (prefers-color-scheme: dark) {
  :root { --ink: #ece3d4; --paper: #1c1712; --faint: #b3a58f; --line: #43382b; --accent: #f0a868; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 1.0625rem/1.6 Georgia, "Times New Roman", serif; }
main { max-width: 44rem; margin: 0 auto; padding: 2rem 1.25rem 4rem; overflow-wrap: break-word; }
h1, h2, h3, h4, h5, h6 { line-height: 1.25; break-after: avoid; }
h1 { margin: 0 0 .25rem; font-size: 2rem; }
h2 { margin: 2rem 0 .5rem; padding-bottom: .25rem; border-bottom: 1px solid var(--line); color: var(--accent); font-size: 1.35rem; }
h3 { margin: 1.5rem 0 .25rem; font-size: 1.125rem; }
p, li { orphans: 3; widows: 3; }
li { margin: .25rem 0; break-inside: avoid; }
blockquote { margin: 1rem 0; padding-left: 1rem; border-left: 3px solid var(--line); color: var(--faint); }
pre { overflow-x: auto; white-space: pre-wrap; }
a { color: inherit; }
nav { margin: 1rem 0 2rem; }
article + article { margin-top: 4rem; padding-top: 2rem; border-top: 3px double var(--line); }
.campaign, .day { margin: 0 0 .5rem; color: var(--faint); }
@media print {
  @page { margin: 20mm 18mm; }
  :root { color-scheme: light; --ink: #000; --paper: #fff; --faint: #444; --line: #bbb; --accent: #000; }
  body { font-size: 11pt; }
  main { max-width: none; padding: 0; }
  article + article { margin: 0; padding: 0; border: 0; break-before: page; }
  nav { break-after: page; }
}
`;
