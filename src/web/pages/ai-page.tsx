import { Link } from 'wouter';
import { transcriptKinds } from '#contract/transcript-formats.ts';
import { partsOf, ResultLabels, ResultParts } from '#web/results/shown-parts.tsx';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { Markdown } from '#web/ui/markdown.tsx';
import { demoLineId } from './landing/demo-setting.ts';
import { modelNotes } from './model-notes.ts';
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
          Prose: Markdown,
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
      lead="The story is yours. The software takes notes, and shows where each line came from."
      picture={<LampLitTable />}
    >
      <ContentsList entries={parts} />
      <div className="prose">
        <Part id="stance" title={<Heading id="stance" />}>
          <p>
            The people at your table make the story. A tool for game masters should not write your world, your
            characters or your next session for you. It should do the dull part: listen to three hours again
            and write down what was said. That leaves your evening free for the part that only you can do.
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
              divides the evening into chapters, quotes the passages that matter most, word for word and with
              their place in the recording, and lists each name with every time it was heard. It writes
              nothing of its own, and we always label the result as highlights. With a language model, the
              model first lists events piece by piece, each with the transcript lines that support it. It then
              writes the notes from these events only.
            </li>
          </ol>
          <p>
            Each transcript says whether it was transcribed or imported, and each analysis says whether it is
            highlights or notes.
          </p>
        </Part>
        <Part id="does-not" title={<Heading id="does-not" />}>
          <ul>
            <li>It doesn’t invent plot, suggest twists, or fill gaps with something that sounds good.</li>
            <li>It doesn’t overwrite your words. Your edits stay until you change them.</li>
            <li>
              It doesn’t cut long sessions without saying so. If it could not transcribe some minutes, the
              notes say which.
            </li>
            <li>It doesn’t identify people by their voice.</li>
            <li>It doesn’t generate pictures or imitate voices.</li>
          </ul>
        </Part>
        <Part id="evidence" title={<Heading id="evidence" />}>
          <p>
            Each statement of an analysis links to the transcript lines behind it. One click shows them with
            their timestamps. Before you see a result, we check it without any machine learning; where a model
            writes, it also reads its statements once more beside those lines:
          </p>
          <ul>
            <li>
              A quote must have been said word for word. If it is nearly right, we replace it with the words
              that were spoken. If not, we leave it out.
            </li>
            <li>
              Each name and number must have been said in the session, or be known to your campaign. Otherwise
              we ask you about the statement, or drop it and say how many we dropped.
            </li>
            <li>
              Models tend to favor the ending. If no statement comes from the first, the middle or the last
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
            highlights. They passed the same checks as every model’s answer, and each timestamp leads to the
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
              Invented names are misheard, especially the first time. It helps to tell Hearthscribe the
              setting of the campaign. It helps more to check the names after each session.
            </li>
            <li>It can mistake plans for actions, and jokes for events.</li>
            <li>
              Highlights quote what was said, above all what the game master described. A decision, its
              reasons and its outcome are rarely in one sentence, so highlights leave them out.
            </li>
            <li>
              It knows who spoke only if the recording has one track per player, or the transcript names the
              speakers. With one microphone in the middle of the table, it can’t tell.
            </li>
          </ul>
        </Part>
        <Part id="data" title={<Heading id="data" />}>
          <p>
            Yours, and your players’. We use your recordings, transcripts and notes to make your notes, and
            for nothing else. We don’t train models on them; the software has no way to.
          </p>
          <p>
            By default, the server processes everything itself, and nothing leaves it. If the operator has set
            up a speech or notes service, that service gets what it needs, under its own terms: the{' '}
            <Link href="/privacy#who-else-sees-it">privacy policy</Link> says which service, and what it gets.
            Recordings are deleted 30 days after their latest analysis unless the operator has chosen
            otherwise.
          </p>
        </Part>
        <Part id="own" title={<Heading id="own" />}>
          <p>
            Hearthscribe is open source under the MIT license. If you don’t want anyone else to hear your
            table, run it on your own computer. All it needs is Node.js.
          </p>
          <p>
            Any OpenAI-compatible service works, including one on your own computer. Speech goes to{' '}
            <code>/v1/audio/transcriptions</code>, notes to <code>/v1/chat/completions</code>. Addresses work
            with or without <code>/v1</code>; keys go into <code>SPEECH_KEY</code> and <code>NOTES_KEY</code>:
          </p>
          <CommandBlock label="Start with your own engines" command={ownEngines} />
          <p>
            Without <code>SPEECH_URL</code> the embedded engine transcribes. It downloads its model with the
            first recording. On a computer without a network, point it to a folder that contains the model:
          </p>
          <CommandBlock label="Start with a speech model on disk" command={speechFromFolder} />
          <p>
            And if you already have a transcript from another tool ({transcriptKinds}), you don’t need a
            speech engine at all: upload the transcript.
          </p>
        </Part>
      </div>
    </ReadingPage>
  );
}
