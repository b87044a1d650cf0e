import { Link } from 'wouter';
import { partsOf, ResultLabels, ResultParts } from '#web/results/result-parts.tsx';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { PlainProse } from '#web/ui/plain-prose.tsx';
import { demoLineId } from './landing/demo-setting.ts';
import { modelNotes } from './model-notes.generated.ts';
import '#web/results/result.css';
import './model-example.css';
import { CommandBlock } from './reading/command-block.tsx';
import { ContentsList } from './reading/contents-list.tsx';
import { Part, ReadingPage } from './reading/reading-page.tsx';

const parts = [
  { id: 'stance', text: 'What we believe' },
  { id: 'does', text: 'What AI does here' },
  { id: 'does-not', text: 'What it doesn’t do' },
  { id: 'evidence', text: 'Evidence behind every line' },
  { id: 'example', text: 'An example by a language model' },
  { id: 'wrong', text: 'Where it goes wrong' },
  { id: 'data', text: 'Whose data it is' },
  { id: 'own', text: 'Run it with your own engines' },
] as const;

export const ownEngines = [
  'SPEECH_URL=http://localhost:9000 SPEECH_MODEL=whisper-1 \\',
  'NOTES_URL=http://localhost:11434 NOTES_MODEL=your-model \\',
  'npm start',
].join('\n');

const speechFromFolder = 'SPEECH_MODEL_DIR=/path/to/the/model npm start';

function Heading({ id }: { id: (typeof parts)[number]['id'] }) {
  return <>{parts.find((part) => part.id === id)?.text}</>;
}

function ModelExample() {
  return (
    <article className="result model-example" aria-label={`${modelNotes.title}, an example`}>
      <header className="result-head">
        <p className="result-labels">
          <ResultLabels result={modelNotes} />
        </p>
        <p className="model-example-title">{modelNotes.title}</p>
      </header>
      <ResultParts
        parts={partsOf(modelNotes, {
          timing: 'measured',
          addressOf: ({ segmentIds }) => `/#${demoLineId(segmentIds[0] ?? '')}`,
          Prose: PlainProse,
        })}
      />
    </article>
  );
}

/** `/ai` (R2.3): what the engines do and do not do, on what evidence, and with whose data. */
export function AiPage() {
  return (
    <ReadingPage
      title="AI philosophy"
      lead="The story is yours. The software takes the minutes, and shows where each line came from."
      picture={<LampLitTable />}
    >
      <ContentsList entries={parts} />
      <div className="prose">
        <Part id="stance" title={<Heading id="stance" />}>
          <p>
            The people at your table make the story. A tool for game masters should not write your world, your
            characters or your next session for you. It should do the dull part, listening to three hours
            again and writing down what was said, so that you have your evening free for the part that only
            you can do.
          </p>
          <p>That is all Hearthscribe uses AI for: turning speech into words, and words into notes.</p>
        </Part>
        <Part id="does" title={<Heading id="does" />}>
          <p>
            Two engines work in sequence. Each can run on the server itself or be a service of your choice.
          </p>
          <ol>
            <li>
              <strong>Speech.</strong> We split the recording at its silences and transcribe each piece with
              timestamps. We skip silent pieces, because speech engines tend to invent words in silence.
            </li>
            <li>
              <strong>Notes.</strong> Without a language model Hearthscribe makes <em>highlights</em>: it
              finds the cast, the scenes, the people met and the places, and picks sentences of the game
              master, retold as “the party” where they said “you”. It writes nothing of its own, and we always
              label it as highlights. With a language model, the model first lists events piece by piece, each
              with the transcript lines that support it. The notes are then written from these events only.
            </li>
          </ol>
          <p>
            Each transcript names the engine that produced it, and each analysis says whether it is highlights
            or notes.
          </p>
        </Part>
        <Part id="does-not" title={<Heading id="does-not" />}>
          <ul>
            <li>It doesn’t invent plot, suggest twists, or fill a gap with what would sound good.</li>
            <li>It doesn’t overwrite your words. Your edits stay until you decide otherwise.</li>
            <li>
              It doesn’t cut long sessions without saying so. If it could not read some minutes, the notes say
              which.
            </li>
            <li>It doesn’t identify people by their voice.</li>
            <li>It doesn’t generate pictures or imitate voices.</li>
          </ul>
        </Part>
        <Part id="evidence" title={<Heading id="evidence" />}>
          <p>
            Each statement of an analysis links to the transcript lines behind it. One click shows them with
            their timestamps. Before you see a result, we check it without any machine learning:
          </p>
          <ul>
            <li>
              A quotation must have been said word for word. If it is nearly right, it gets the words that
              were spoken; if not, it loses its quotation marks.
            </li>
            <li>
              A name or a number must have been said in the session, or be known in your campaign. Otherwise
              we drop the statement, and the notes say how many we dropped.
            </li>
            <li>
              Models tend to favour the ending. If no statement comes from the first, the middle or the last
              third of the session, the notes say so.
            </li>
          </ul>
          <p>
            This does not make notes true. It makes them checkable. We explain why we think that matters more
            in <Link href="/blog/every-line-points-to-its-moment">a blog post</Link>.
          </p>
        </Part>
        <Part id="example" title={<Heading id="example" />}>
          <p>
            A large language model, Claude, wrote these notes once from{' '}
            <a href="/#demo">the invented session of our demo</a>, where you can compare them with the
            highlights. They went through the same checks as every model’s answer, and each time leads to the
            words. What you get depends on the model that the operator has chosen.
          </p>
        </Part>
      </div>
      <ModelExample />
      <div className="prose">
        <Part id="wrong" title={<Heading id="wrong" />}>
          <p>You will run into these mistakes sooner or later, so here they are:</p>
          <ul>
            <li>
              Invented names are misheard, above all the first time. Telling Hearthscribe the setting of the
              campaign helps; a quick look at the names after each session helps more.
            </li>
            <li>Plans can be mistaken for actions, and jokes for events.</li>
            <li>
              Highlights say who was there and what was told. Decisions, reasons and outcomes are rarely in
              one sentence, so highlights leave them out.
            </li>
            <li>
              Who spoke is known only if the recording or the transcript tells it; one microphone in the
              middle of the table does not.
            </li>
          </ul>
        </Part>
        <Part id="data" title={<Heading id="data" />}>
          <p>
            Yours, and your players’. Your recordings, transcripts and notes are used to make your notes and
            for nothing else. We train no models on them; the software holds nothing that could.
          </p>
          <p>
            By default, the server processes everything itself, and no word leaves it. If the operator has set
            up a speech or notes service, that service gets what it needs, under its own terms: the{' '}
            <Link href="/privacy#who-else-sees-it">privacy policy</Link> lists what, and which. Recordings are
            deleted 30 days after their latest analysis unless the operator has chosen otherwise.
          </p>
        </Part>
        <Part id="own" title={<Heading id="own" />}>
          <p>
            Hearthscribe is open source under the MIT licence. If you don’t want anyone else to hear your
            table, run it on your own computer: it needs only Node.js.
          </p>
          <p>
            Any OpenAI-compatible service works, including one under your own desk. Speech goes to{' '}
            <code>/v1/audio/transcriptions</code>, notes to <code>/v1/chat/completions</code>. Addresses work
            with or without <code>/v1</code>; keys go into <code>SPEECH_KEY</code> and <code>NOTES_KEY</code>:
          </p>
          <CommandBlock label="Start with your own engines" command={ownEngines} />
          <p>
            Without <code>SPEECH_URL</code> the embedded engine listens. It fetches its model once, on the
            first recording; on a machine without a network, point it to a folder that holds one:
          </p>
          <CommandBlock label="Start with a speech model on disk" command={speechFromFolder} />
          <p>
            And if you already have a transcript from another tool (VTT, SRT, JSON, or text with one “Speaker:
            words” a line), you don’t need a speech engine at all: upload the transcript.
          </p>
        </Part>
      </div>
    </ReadingPage>
  );
}
