import { audioFormats } from '#contract/audio-formats.ts';
import { transcriptFormats } from '#contract/transcript-formats.ts';
import { Table } from '#web/ui/table.tsx';
import { Part } from '../reading/reading-page.tsx';
import { bytesAnHour, hoursThatFit, megabytes, recordingFormats } from './sizes.ts';
import { TipCommand } from './tip-command.tsx';

export const recordingParts = [
  { id: 'consent', text: 'Ask first' },
  { id: 'at-the-table', text: 'At a table, with one device' },
  { id: 'track-per-player', text: 'One track per player' },
  { id: 'discord', text: 'Online: Craig on Discord' },
  { id: 'settings', text: 'Format, bit rate, size' },
  { id: 'levels', text: 'Levels' },
  { id: 'one-file', text: 'An evening in several parts' },
  { id: 'transcripts', text: 'A transcript instead' },
  { id: 'afterwards', text: 'Afterward' },
] as const;

const titleOf = (id: (typeof recordingParts)[number]['id']) =>
  recordingParts.find((part) => part.id === id)?.text;

function SizeTable() {
  return (
    <Table
      caption="Sizes of recordings"
      captionHidden
      columns={[
        { key: 'format', label: 'Format', show: (format) => format.name },
        {
          key: 'hour',
          label: 'An hour',
          numeric: true,
          show: (format) => megabytes(bytesAnHour(format)),
        },
        { key: 'fits', label: 'Fits', numeric: true, show: (format) => `${hoursThatFit(format)} h` },
        { key: 'remark', label: 'Remark', show: (format) => format.remark },
      ]}
      rows={recordingFormats}
      keyOf={(format) => format.name}
    />
  );
}

function TranscriptTable() {
  return (
    <Table
      caption="Transcript formats"
      captionHidden
      columns={[
        { key: 'format', label: 'Format', show: ({ name }) => name },
        {
          key: 'endings',
          label: 'Files',
          show: ({ endings }) => endings.map((each) => `.${each}`).join(' '),
        },
        { key: 'words', label: 'Words', show: () => 'all' },
        { key: 'times', label: 'Times', show: ({ times }) => times },
        { key: 'speakers', label: 'Speakers', show: ({ speakers }) => speakers },
      ]}
      rows={transcriptFormats}
      keyOf={({ name }) => name}
    />
  );
}

const formatNames = new Intl.ListFormat('en').format(Object.values(audioFormats).map(({ name }) => name));

export function AudioRecording() {
  return (
    <>
      <Part id="consent" title={titleOf('consent')}>
        <p>
          Before the first recording, tell everyone what you record, what happens to it and who will read the
          notes, and get a yes from each. In many countries recording people secretly is illegal, and at every
          table it destroys trust. Three habits help:
        </p>
        <ul>
          <li>Say “recording” aloud when it starts. That way the consent is on the recording, too.</li>
          <li>Agree on a word that stops it. Use it once yourself, so that others feel free to.</li>
          <li>Ask guests, too. The regulars can’t consent for them.</li>
        </ul>
      </Part>
      <Part id="at-the-table" title={titleOf('at-the-table')}>
        <p>
          One phone or recorder in the middle of the table is enough to start. Distance matters most: doubling
          it halves the level of a voice, while the room stays as loud as before.
        </p>
        <ul>
          <li>Put it in the middle, within a meter of every mouth, and closest to the quietest player.</li>
          <li>Put it on something soft, such as a folded scarf. Dice and elbows travel through wood.</li>
          <li>Roll in a tray or on a mat, an arm’s length away from the microphone.</li>
          <li>
            Keep it away from music, fans, fridges and open windows. If you want music, play it quietly behind
            the players.
          </li>
          <li>Choose a room with a carpet, curtains and books over one with tiles and glass.</li>
          <li>
            Put the phone in airplane mode and on its charger. A call may stop the recording, and four hours
            can drain a battery.
          </li>
        </ul>
        <p>
          Repeat names clearly when they are first said. “Orla Finch, that is O, R, L, A” costs two seconds
          and saves a search.
        </p>
      </Part>
      <Part id="track-per-player" title={titleOf('track-per-player')}>
        <p>
          The best recording has one track for each player: no voice covers another, and you know who spoke.
          At a table you need a clip-on microphone for each player, and an interface or recorder with enough
          inputs. Online every player has a microphone anyway.
        </p>
        <p>
          Drop the zip that Craig gives you, or all tracks together if they are named like Craig’s:{' '}
          <code>1-mara.flac</code>, <code>2-jonas.flac</code>. Each track becomes a speaker with its name, and
          you are charged for the length of the evening, not for each track. Files named only after players
          work too: we ask whether they were recorded at the same time. A single file with several audio
          tracks, such as one from OBS, works the same way; we leave out silent tracks and a mix of the
          others. If you prefer to upload a mix:
        </p>
        <TipCommand name="mixTracks" />
        <p>
          For each additional player add an <code>-i</code> and a <code>[3:a]</code>, and set the number in{' '}
          <code>inputs=</code>. <code>normalize=0</code> keeps every voice as loud as it was;{' '}
          <code>alimiter</code> prevents clipping when everyone laughs.
        </p>
      </Part>
      <Part id="discord" title={titleOf('discord')}>
        <p>
          Discord cannot record. <a href="https://craig.chat">Craig</a> is a bot that joins the voice channel
          and records each speaker on a separate track.
        </p>
        <ol>
          <li>Invite Craig to your server and allow it to join the voice channel.</li>
          <li>
            Join the channel yourself and type <code>/join</code>. Craig announces that it is recording, and
            sends you a private link.
          </li>
          <li>
            Play. At the end type <code>/stop</code>.
          </li>
          <li>
            Open the link soon, because recordings expire. Download the tracks as FLAC, and upload the zip as
            it is.
          </li>
        </ol>
        <p>
          Ask the players to wear headphones, or their microphones will pick up the other voices. In Discord’s
          voice settings turn noise suppression on, and let a push-to-talk player hold the key a moment
          longer: cut-off last words are the most common loss.
        </p>
      </Part>
      <Part id="settings" title={titleOf('settings')}>
        <p>
          MP3 is best. We accept {formatNames}, and zips of them. For speech{' '}
          <strong>mono at 64 kbit/s</strong> is enough: twice the bit rate doubles the upload and adds
          nothing. The limits are 2 GiB and 12 hours, unless the operator has changed them:
        </p>
        <SizeTable />
        <p>To make a large recording small before you upload it:</p>
        <TipCommand name="shrink" />
      </Part>
      <Part id="levels" title={titleOf('levels')}>
        <p>
          Record half a minute of everybody talking as loudly as they will in the game, and look at the meter:
          voices should mostly reach −18 to −12 dB and never touch 0. You can amplify a quiet recording, but
          you cannot repair a clipped one. Turn off automatic gain if you can: it amplifies the room in every
          pause.
        </p>
        <TipCommand name="loudness" />
        <p>
          A <code>max_volume</code> of 0 dB means that the audio clipped, a <code>mean_volume</code> below −40
          dB that it is too quiet. This command may help, also with one quiet player among loud ones:
        </p>
        <TipCommand name="even" />
      </Part>
      <Part id="one-file" title={titleOf('one-file')}>
        <p>
          If a break, a full card or a call split the evening, drop all parts together, and we join them in
          the order of their names. You can also join them yourself:
        </p>
        <TipCommand name="joinParts" />
        <p>
          You are charged for the length of that file, so <a href="#cut">cut off</a> the hour of pizza before
          the game.
        </p>
      </Part>
      <Part id="transcripts" title={titleOf('transcripts')}>
        <p>
          If another tool has made a transcript, drop that instead of a recording. We look at what is in the
          file, not at its name. If something about it is unclear, we ask before we show a price:
        </p>
        <TranscriptTable />
      </Part>
      <Part id="afterwards" title={titleOf('afterwards')}>
        <ul>
          <li>Check ten seconds from the middle before the others leave.</li>
          <li>
            Copy the file to a second place the same evening. People lose recordings when they clean up their
            phones.
          </li>
          <li>
            Name it so that you can find it again: <code>2026-11-20 Lantern Bay 14.mp3</code>.
          </li>
          <li>Upload it while you still remember what happened, so you can correct the names.</li>
          <li>Decide when you will delete it, and let your players know.</li>
        </ul>
      </Part>
    </>
  );
}
