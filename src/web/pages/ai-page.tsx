import { Link } from 'wouter';
import { LampLitTable } from '#web/ui/illustrations/lamp-lit-table.tsx';
import { CommandBlock } from './reading/command-block.tsx';
import { ContentsList } from './reading/contents-list.tsx';
import { Part, ReadingPage } from './reading/reading-page.tsx';

const parts = [
  { id: 'stance', text: 'What we believe' },
  { id: 'does', text: 'What the machines do' },
  { id: 'does-not', text: 'What they do not do' },
  { id: 'evidence', text: 'Evidence behind every line' },
  { id: 'wrong', text: 'Where they are wrong' },
  { id: 'data', text: 'Whose data it is' },
  { id: 'own', text: 'Run it with your own engines' },
] as const;

/** Settings of an own set-up, as the README lists them. */
export const ownEngines = [
  'SPEECH_URL=http://localhost:9000 SPEECH_MODEL=whisper-1 \\',
  'NOTES_URL=http://localhost:11434 NOTES_MODEL=your-model \\',
  'npm start',
].join('\n');

const speechFromFolder = 'SPEECH_MODEL_DIR=/path/to/the/model npm start';

function Heading({ id }: { id: (typeof parts)[number]['id'] }) {
  return <>{parts.find((part) => part.id === id)?.text}</>;
}

/** `/ai` (R2.3): what the engines do and do not do, on what evidence, and with whose data. */
export function AiPage() {
  return (
    <ReadingPage
      title="AI philosophy"
      lead="The story is yours. The machine takes the minutes, and shows where each line came from."
      picture={<LampLitTable />}
    >
      <ContentsList entries={parts} />
      <div className="prose">
        <Part id="stance" title={<Heading id="stance" />}>
          <p>
            What happens at your table is made by the people at it. A tool for game masters should not write
            your world, your characters or your next session for you. It should do the dull part, listening to
            three hours again and writing down what was said, so that you have the evening free for the part
            that only you can do.
          </p>
          <p>That is all Hearthscribe uses machines for: turning speech into words, and words into notes.</p>
        </Part>
        <Part id="does" title={<Heading id="does" />}>
          <p>
            Two engines work one after the other. Each can run on the server itself or be a service of your
            choice.
          </p>
          <ol>
            <li>
              <strong>Speech.</strong> The recording is cut at its silences, and each piece is turned into
              words with their times. Silent pieces are left out, because speech engines tend to invent words
              in silence.
            </li>
            <li>
              <strong>Notes.</strong> Without a language model Hearthscribe makes <em>highlights</em>: it
              finds the scenes, the names and the sentences worth keeping, and shows what people said. It
              composes nothing, and is called highlights wherever it is shown. With a language model set up,
              the model lists events piece by piece, each with the turns of the transcript that it stands on,
              and the notes are written from these events only.
            </li>
          </ol>
          <p>
            Each transcript says which engine heard it, and each analysis whether it is highlights or notes.
          </p>
        </Part>
        <Part id="does-not" title={<Heading id="does-not" />}>
          <ul>
            <li>They do not invent plot, suggest twists, or fill a gap with what would sound good.</li>
            <li>They do not overwrite your words. What you have edited stays until you say otherwise.</li>
            <li>
              They do not cut long sessions in silence. If minutes could not be read, the notes say which.
            </li>
            <li>They do not tell who somebody is by their voice.</li>
            <li>They make no pictures and imitate no voices.</li>
          </ul>
        </Part>
        <Part id="evidence" title={<Heading id="evidence" />}>
          <p>
            Each statement of an analysis carries the lines of the transcript that it stands on. One press
            shows them, with their time. Before you see a result, a check without any machine learning goes
            through it:
          </p>
          <ul>
            <li>
              A quotation must have been said word for word. If it is nearly right, it gets the words that
              were spoken; if not, it loses its quotation marks.
            </li>
            <li>
              A name or a number must have been said in the session, or be known to your campaign. Otherwise
              the statement is dropped, and the notes say how many were.
            </li>
            <li>
              Models like to tell the end. If no statement stands on the first, the middle or the last third
              of the evening, the notes say so.
            </li>
          </ul>
          <p>
            This does not make notes true. It makes them checkable. Why we think that matters more is told in{' '}
            <Link href="/blog/every-line-points-to-its-moment">a post of its own</Link>.
          </p>
        </Part>
        <Part id="wrong" title={<Heading id="wrong" />}>
          <p>You will find these mistakes sooner or later, so you had better know them now:</p>
          <ul>
            <li>
              Invented names are misheard, above all the first time. Telling Hearthscribe the setting of the
              campaign helps; a quick look at the names after each session helps more.
            </li>
            <li>Plans can be taken for deeds, and jokes for events.</li>
            <li>
              Highlights find scenes and names well, and quotations worth keeping and open questions less
              well.
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
            As it comes, everything is worked on where the server stands, and no word leaves it. If the
            operator has set up a speech or notes service, that service sees what it needs for its work, under
            its own terms: the <Link href="/privacy#who-else-sees-it">privacy policy</Link> lists what, and
            which. Recordings are deleted 30 days after their latest analysis unless the operator has chosen
            otherwise.
          </p>
        </Part>
        <Part id="own" title={<Heading id="own" />}>
          <p>
            Hearthscribe is open source under the MIT licence. If you want no one else to hear your table, run
            it on a machine of your own: it needs Node.js and nothing else.
          </p>
          <p>
            Any service that speaks the OpenAI-compatible protocol does, also one that runs under your own
            desk. Speech goes to <code>/v1/audio/transcriptions</code>, notes to{' '}
            <code>/v1/chat/completions</code>. Addresses may be given with or without <code>/v1</code>; keys
            go into <code>SPEECH_KEY</code> and <code>NOTES_KEY</code>:
          </p>
          <CommandBlock label="Start with own engines" command={ownEngines} />
          <p>
            Without <code>SPEECH_URL</code> the embedded engine listens. It fetches its model once, on the
            first recording; on a machine without a network, point it to a folder that holds one:
          </p>
          <CommandBlock label="Start with a speech model on disk" command={speechFromFolder} />
          <p>
            And if you already have a transcript from another tool (VTT, SRT, JSON, or text with one “Speaker:
            words” a line), no speech engine is needed at all: upload the transcript.
          </p>
        </Part>
      </div>
    </ReadingPage>
  );
}
