import { EvidenceChip } from '#web/ui/evidence-chip.tsx';
import { LateFoldingMarkdown, LateMarkdown } from '#web/ui/late-markdown.tsx';
import { FoldingMarkdown, Markdown } from '#web/ui/markdown.tsx';
import { KnownNames } from '#web/ui/name-card.tsx';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { SafeHtml } from '#web/ui/safe-html.tsx';
import { UntilFound } from '#web/ui/until-found.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import type { Exhibit } from './exhibit.ts';

const foreignHtml =
  '<p>The party <strong>met Orla</strong> at the <a href="https://example.org/light">lighthouse</a>.</p><script>steal()</script><ul><li>She lit the beacon.<li>She would do it <em>again</em>.</ul>';

const scenes = '### At the ferry\n\nOn the porch sits Mother Sedge.\n\n### On the lake\n\nThe fog closes.';

const knownNames = [
  {
    name: 'Mother Sedge',
    kind: 'Person, met',
    text: 'Guts eels without looking at them.',
    chip: <EvidenceChip place="0:59" onOpen={() => undefined} />,
  },
];

const page = `They met **Orla Finch** at the lighthouse, and she told them *everything*.

## What she said

> I lit it, and I would light it again.

1. The bell came up with the tide &amp; the eels.
2. Nobody had paid her. Somebody had **asked**.

- Open: who asked?
- Open: where is \`the second bell\`?`;

const plainPage = '# The lighthouse\n\nThey met Orla Finch.\n\n- She lit the beacon.\n- Nobody had paid her.';

export const wordExhibits: readonly Exhibit[] = [
  {
    id: 'typography',
    title: 'Headings and text',
    explanation:
      'Headings and long texts are set in Alegreya, a typeface drawn for books; controls in the ' +
      'reader’s system font. The main heading of a page receives the focus after navigation.',
    specimens: [
      {
        name: 'The steps',
        show: () => (
          <div className="exhibit-form">
            <p className="eyebrow">For game masters</p>
            <PageHeading title="Less note-taking, more world-building" />
            <h2>Your session, written down</h2>
            <h3>Every line with its evidence</h3>
            <p className="lead">The first words of a page are a little larger, and invite the reader in.</p>
            <p>Plain text of controls and forms.</p>
            <p className="muted">Secondary text.</p>
          </div>
        ),
      },
    ],
  },
  {
    id: 'markdown',
    title: 'Long text',
    explanation:
      'Notes and articles, from Markdown. HTML in it is shown as text, images are left out, dangerous ' +
      'links are removed.',
    specimens: [
      { name: 'A page of notes', show: () => <Markdown text={page} below={2} /> },
      {
        name: 'With foldable parts, and a known name',
        show: () => (
          <KnownNames.Provider value={knownNames}>
            <FoldingMarkdown text={scenes} below={2} />
          </KnownNames.Provider>
        ),
      },
      {
        name: 'Plain words at once, marks once their parser is there',
        show: () => (
          <>
            <LateMarkdown text={page} below={2} />
            <LateFoldingMarkdown text={scenes} below={2} />
          </>
        ),
      },
      {
        name: 'Folded, but found by the browser’s search',
        show: () => (
          <UntilFound folded onFound={() => {}}>
            <Markdown text={plainPage} below={2} />
          </UntilFound>
        ),
      },
    ],
  },
  {
    id: 'evidence-chip',
    title: 'Evidence',
    explanation: 'Links a statement to the words behind it. Follows it directly.',
    specimens: [
      {
        name: 'Behind a line',
        show: () => (
          <div className="prose">
            <p>
              Orla lit the beacon.
              <EvidenceChip place="1:19:05" onOpen={() => {}} />
            </p>
            <p>
              Nobody had paid her.
              <EvidenceChip place="2:03:11" address="#evidence-chip" onOpen={() => {}} />
            </p>
          </div>
        ),
      },
    ],
  },
  {
    id: 'safe-html',
    title: 'Safe HTML',
    explanation:
      'HTML from other sources. Only known elements are shown, nothing in it runs, and every open ' +
      'element is closed, even if the text is cut.',
    specimens: [
      { name: 'Whole', show: () => <SafeHtml html={foreignHtml} /> },
      { name: 'Cut after 30 characters', show: () => <SafeHtml html={foreignHtml} limit={30} /> },
    ],
  },
  {
    id: 'visually-hidden',
    title: 'Words for screen readers',
    explanation: 'Text for screen readers, where a picture shows it visually.',
    specimens: [
      {
        name: 'Beside a sign',
        show: () => (
          <p>
            <span aria-hidden="true">★★★★☆</span>
            <VisuallyHidden>Four of five stars</VisuallyHidden>
          </p>
        ),
      },
    ],
  },
];
