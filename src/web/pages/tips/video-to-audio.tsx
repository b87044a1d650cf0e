import { Part } from '../reading/reading-page.tsx';
import { TipCommand } from './tip-command.tsx';

export const videoParts = [
  { id: 'why', text: 'Do you need to?' },
  { id: 'ffmpeg', text: 'ffmpeg, everywhere' },
  { id: 'cut', text: 'Only the hours of play' },
  { id: 'obs', text: 'OBS Studio' },
  { id: 'vlc', text: 'VLC' },
  { id: 'mac', text: 'macOS' },
  { id: 'windows', text: 'Windows' },
] as const;

const titleOf = (id: (typeof videoParts)[number]['id']) => videoParts.find((part) => part.id === id)?.text;

export function VideoToAudio() {
  return (
    <>
      <Part id="why" title={titleOf('why')}>
        <p>
          You can upload MP4 and WebM as they are; we read every audio track in them. But an hour of video at
          6 Mbit/s is 2,700 MB, which is more than you can upload, and its audio is 29 MB. It takes a minute
          to extract the audio, and saves an hour of uploading.
        </p>
      </Part>
      <Part id="ffmpeg" title={titleOf('ffmpeg')}>
        <p>
          ffmpeg is free and runs on all systems. Open a terminal in the video’s folder, replace{' '}
          <code>session.mp4</code> with the name of your file, and choose a command. Most MP4 videos contain
          AAC audio, which you can extract unchanged:
        </p>
        <TipCommand name="copyAudio" />
        <p>If ffmpeg says that it cannot write that codec, or if you want a small file, convert it:</p>
        <TipCommand name="toMp3" />
        <p>Videos from a browser are mostly WebM with Opus:</p>
        <TipCommand name="copyOpus" />
        <p>
          <code>-vn</code> drops the picture, <code>-map 0:a:0</code> takes the first audio track,{' '}
          <code>-ac 1</code> makes it mono, <code>-b:a 64k</code> sets the bit rate.
        </p>
      </Part>
      <Part id="cut" title={titleOf('cut')}>
        <p>
          This keeps 12:30 to 3:41:00 of the video. It also works for audio: use the name of the audio file
          instead.
        </p>
        <TipCommand name="cut" />
      </Part>
      <Part id="obs" title={titleOf('obs')}>
        <p>
          OBS can write several audio tracks, such as your microphone on one and Discord on another. We read
          them all. With one voice on each track, the notes know who spoke; we leave out silent tracks and a
          mix of the others:
        </p>
        <ol>
          <li>
            In <strong>Edit → Advanced Audio Properties</strong> give each voice a track of its own, or put
            all voices on track 1. Put game music and alerts on a track that you do not record.
          </li>
          <li>
            In <strong>Settings → Output → Recording</strong> (output mode Advanced) tick the tracks with
            voices.
          </li>
          <li>
            Record as MKV: it survives a crash. Then extract the audio, or use{' '}
            <strong>File → Remux Recordings</strong> for an MP4.
          </li>
          <li>
            If you only need the audio, choose a small picture and a low video bit rate. The audio stays the
            same.
          </li>
        </ol>
        <p>To list the tracks of an old recording, and to mix the first two:</p>
        <TipCommand name="listTracks" />
        <TipCommand name="mixVideoTracks" />
      </Part>
      <Part id="vlc" title={titleOf('vlc')}>
        <p>
          Without a terminal: <strong>Media → Convert / Save</strong>, add the video, press{' '}
          <strong>Convert / Save</strong>, choose the profile <strong>Audio – MP3</strong>, give the file a
          name that ends in <code>.mp3</code>, and start. Click the wrench beside the profile to set 64 kb/s
          and one channel. On a Mac it is <strong>File → Convert / Stream</strong>. In one line:
        </p>
        <TipCommand name="vlcWindows" />
        <TipCommand name="vlcMac" />
      </Part>
      <Part id="mac" title={titleOf('mac')}>
        <p>
          <strong>QuickTime Player:</strong> open the video, then{' '}
          <strong>File → Export As → Audio Only…</strong>. You can upload the M4A as it is.
        </p>
        <p>
          <strong>Finder:</strong> right-click the video,{' '}
          <strong>Services → Encode Selected Video Files</strong>, and choose <strong>Audio Only</strong>.
        </p>
        <p>To shrink a large WAV or AIFF, macOS has a command:</p>
        <TipCommand name="afconvert" />
      </Part>
      <Part id="windows" title={titleOf('windows')}>
        <p>
          Use VLC as described above. Or install ffmpeg once, then open a new terminal by right-clicking in
          the video’s folder, and use the commands at the top of this section:
        </p>
        <TipCommand name="installWindows" />
        <p>For a whole folder of old sessions:</p>
        <TipCommand name="folderWindows" />
      </Part>
    </>
  );
}
