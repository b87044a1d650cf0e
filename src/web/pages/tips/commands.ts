export interface TipCommand {
  readonly label: string;
  readonly command: string;
  readonly program: 'ffmpeg' | 'vlc' | 'afconvert' | 'winget' | 'powershell';
}

const command = (program: TipCommand['program'], label: string, ...lines: string[]): TipCommand => ({
  program,
  label,
  command: lines.join('\n'),
});

export const tipCommands = {
  shrink: command(
    'ffmpeg',
    'Any recording to a small mono MP3',
    'ffmpeg -i recording.wav -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  mixTracks: command(
    'ffmpeg',
    'Three tracks of one evening into one file',
    'ffmpeg -i 1-mara.flac -i 2-jonas.flac -i 3-lin.flac -filter_complex "[0:a][1:a][2:a]amix=inputs=3:normalize=0,alimiter[mix]" -map "[mix]" -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  joinParts: command(
    'ffmpeg',
    'Two parts of one evening into one file',
    'ffmpeg -i part1.mp3 -i part2.mp3 -filter_complex "[0:a][1:a]concat=n=2:v=0:a=1[all]" -map "[all]" -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  loudness: command(
    'ffmpeg',
    'How loud a recording is',
    'ffmpeg -hide_banner -i recording.wav -af volumedetect -vn -f null -',
  ),
  even: command(
    'ffmpeg',
    'Boost quiet voices, cut table rumble',
    'ffmpeg -i recording.wav -af "highpass=f=80,dynaudnorm=f=400:g=15" -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  copyAudio: command(
    'ffmpeg',
    'MP4 to M4A, without loss and in seconds',
    'ffmpeg -i session.mp4 -map 0:a:0 -vn -c:a copy session.m4a',
  ),
  toMp3: command(
    'ffmpeg',
    'Any video to a small mono MP3',
    'ffmpeg -i session.mp4 -map 0:a:0 -vn -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  copyOpus: command(
    'ffmpeg',
    'WebM with Opus sound to an Opus file, without loss',
    'ffmpeg -i session.webm -map 0:a:0 -vn -c:a copy session.opus',
  ),
  cut: command(
    'ffmpeg',
    'Only the hours of play',
    'ffmpeg -ss 00:12:30 -to 03:41:00 -i session.mp4 -map 0:a:0 -vn -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  listTracks: command(
    'ffmpeg',
    'Which audio tracks a video has',
    'ffprobe -v error -select_streams a -show_entries stream=index,codec_name,channels:stream_tags=title -of csv=p=0 session.mkv',
  ),
  mixVideoTracks: command(
    'ffmpeg',
    'First two tracks of an OBS recording into one file',
    'ffmpeg -i session.mkv -filter_complex "[0:a:0][0:a:1]amix=inputs=2:normalize=0,alimiter[mix]" -map "[mix]" -ac 1 -c:a libmp3lame -b:a 64k session.mp3',
  ),
  vlcWindows: command(
    'vlc',
    'VLC on Windows (PowerShell)',
    '& "C:\\Program Files\\VideoLAN\\VLC\\vlc.exe" -I dummy session.mp4 --no-sout-video --sout "#transcode{acodec=mp3,ab=64,channels=1,samplerate=44100}:std{access=file,mux=dummy,dst=session.mp3}" vlc://quit',
  ),
  vlcMac: command(
    'vlc',
    'VLC on a Mac (Terminal)',
    `/Applications/VLC.app/Contents/MacOS/VLC -I dummy session.mp4 --no-sout-video --sout '#transcode{acodec=mp3,ab=64,channels=1,samplerate=44100}:std{access=file,mux=dummy,dst=session.mp3}' vlc://quit`,
  ),
  afconvert: command(
    'afconvert',
    'WAV or AIFF to a small mono M4A',
    'afconvert -f m4af -d aac -b 64000 -c 1 --mix recording.wav session.m4a',
  ),
  installWindows: command('winget', 'ffmpeg on Windows', 'winget install --id Gyan.FFmpeg'),
  folderWindows: command(
    'powershell',
    'Every MP4 of a folder (PowerShell)',
    'Get-ChildItem *.mp4 | ForEach-Object { ffmpeg -i $_.FullName -map 0:a:0 -vn -ac 1 -c:a libmp3lame -b:a 64k "$($_.BaseName).mp3" }',
  ),
} as const satisfies Record<string, TipCommand>;

export type TipCommandName = keyof typeof tipCommands;
