import { describe, expect, it } from 'vitest';
import { takeInTranscript } from '#server/engines/transcripts/import.ts';
import { isUnspaced } from '#server/engines/transcripts/words.ts';

/** Short conversations of our own: who, and what. */
const languages: Record<string, [name: string, words: string][]> = {
  japanese: [
    ['太郎', '洞窟の奥から水の音が聞こえる。'],
    ['花子', 'たいまつに火をつけて、先に進みます。'],
    ['進行役', '「王はまだ眠っている」と壁に書いてある。'],
    ['太郎', '十七、成功です！'],
    ['花子', '嫌な予感がするな…'],
    ['進行役', 'では知覚判定をどうぞ。'],
  ],
  chinese: [
    ['小明', '我们沿着河边走，看到一座破旧的磨坊。'],
    ['阿丽', '我先敲门，看看有没有人。'],
    ['主持人', '门自己开了，里面传来老妇人的笑声。'],
    ['小明', '……这也太巧了吧。'],
    ['阿丽', '等等，我认识这个声音！'],
    ['主持人', '请做一次历史检定。'],
  ],
  thai: [
    ['ผู้เล่าเรื่อง', 'พวกคุณมาถึงหมู่บ้านร้างตอนเที่ยงคืน'],
    ['สมชาย', 'ฉันจุดคบเพลิงแล้วเดินนำหน้า'],
    ['มาลี', 'ระวังนะ ฉันได้ยินเสียงอะไรบางอย่าง'],
    ['ผู้เล่าเรื่อง', 'มีเด็กคนหนึ่งยืนอยู่กลางถนน'],
    ['สมชาย', 'หนูชื่ออะไร'],
    ['มาลี', 'อย่าเข้าไปใกล้'],
  ],
  russian: [
    ['Мастер', 'Вы стоите у ворот крепости, идёт дождь.'],
    ['Игорь', 'Я стучу в ворота рукоятью меча.'],
    ['Аня', 'А я прячусь за телегой, на всякий случай.'],
    ['Мастер', 'Сверху слышен голос: кто идёт?'],
    ['Игорь', 'Друзья барона! У нас письмо.'],
    ['Аня', 'У нас нет письма.'],
  ],
  polish: [
    ['Mistrz Gry', 'Stoicie na moście, a mgła gęstnieje z każdą chwilą.'],
    ['Łukasz', 'Zapalam latarnię i idę przodem.'],
    ['Żaneta', 'Czekaj, słyszę kroki. Ciężkie kroki.'],
    ['Mistrz Gry', 'Z mgły wychodzi troll i żąda myta.'],
    ['Łukasz', 'Ile? Mam trzy miedziaki i pół kiełbasy.'],
    ['Żaneta', 'Daj mu kiełbasę!'],
  ],
  czech: [
    ['Vypravěč', 'Stojíte před starým mlýnem a kolo se točí pozpátku.'],
    ['Jiří', 'Pozpátku? To se mi vůbec nelíbí.'],
    ['Šárka', 'Zaklepu na dveře, třeba někdo otevře.'],
    ['Vypravěč', 'Dveře se otevřou a dýchne na vás zima.'],
    ['Jiří', 'Tasím meč a jdu první.'],
    ['Šárka', 'Vždycky jdeš první, příteli.'],
  ],
  german: [
    ['Spielleiter', 'Ihr erreicht die Mühle kurz vor Mitternacht, und das Rad dreht sich rückwärts.'],
    ['Jörg', 'Rückwärts? Gegen den Strom? Ich höre genauer hin.'],
    ['Anneliese', 'Ich hab um 19:30 Uhr schon gesagt, dass wir umkehren sollten.'],
    ['Spielleiter', 'Im Wasser treibt ein Schuh: klein, rot, neu.'],
    ['Jörg', 'Ich fische ihn heraus.'],
    ['Anneliese', 'Natürlich tust du das, für drei Äpfel.'],
  ],
  french: [
    ['Meneuse', 'Vous êtes devant le vieux moulin, et la roue tourne à l’envers.'],
    ['Rémi', 'À l’envers ? Ça ne me plaît pas du tout.'],
    ['Zoé', 'Je frappe à la porte, peut-être qu’on m’ouvrira.'],
    ['Meneuse', 'La porte s’ouvre, et un souffle glacé en sort.'],
    ['Rémi', 'Je tire mon épée et j’avance.'],
    ['Zoé', 'Tu avances toujours, chérie.'],
  ],
  turkish: [
    ['Anlatıcı', 'Eski değirmenin önündesiniz ve çark tersine dönüyor.'],
    ['Çağrı', 'Tersine mi? Bu hiç hoşuma gitmedi.'],
    ['Işıl', 'Kapıyı çalıyorum, belki biri açar.'],
    ['Anlatıcı', 'Kapı açılıyor ve dışarıya soğuk bir hava çıkıyor.'],
    ['Çağrı', 'Kılıcımı çekip önden gidiyorum.'],
    ['Işıl', 'Hep önden gidersin, dostum.'],
  ],
  arabic: [
    ['المضيف', 'تدخلون الكهف والماء يتحرك من تلقاء نفسه.'],
    ['سامي', 'أرفع المشعل وأنظر إلى الجدران.'],
    ['ليلى', 'هل توجد كتابة قديمة هنا؟'],
    ['المضيف', 'نعم، مكتوب: الملك ما زال نائما.'],
    ['سامي', 'لا يعجبني هذا أبدا.'],
    ['ليلى', 'لنخرج الآن وبسرعة.'],
  ],
  korean: [
    ['진행자', '여러분은 무너진 다리 앞에 도착합니다.'],
    ['민수', '밧줄을 던져서 건너편 나무에 묶을게요.'],
    ['지은', '저는 주변을 살펴봅니다.'],
    ['진행자', '멀리서 늑대 울음소리가 들립니다.'],
    ['민수', '빨리 건너자!'],
    ['지은', '제가 먼저 갈게요, 가벼우니까요.'],
  ],
};

type Line = [name: string, words: string, at: string];
const forms: Record<string, (line: Line) => string> = {
  'name before the words': ([name, words]) => `${name}: ${words}\n`,
  'name and no space': ([name, words]) => `${name}:${words}\n`,
  'wide colon': ([name, words]) => `${name}：${words}\n`,
  'name and time above the words': ([name, words, at]) => `${name} ${at}\n${words}\n\n`,
  'wide brackets': ([name, words, at]) => `［${at}］${name}：${words}\n`,
  'time in wide brackets after the name': ([name, words, at]) => `${name}（00:${at}）：${words}\n`,
  'name in brackets': ([name, words]) => `【${name}】${words}\n`,
  'marks of direction': ([name, words]) => `\u202b${name}\u202c: \u200f${words}\n`,
  'decomposed letters': ([name, words]) => `${name.normalize('NFD')}: ${words}\n`,
  'digits of another script': ([name, words, at]) =>
    `[${at.replace(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))}] ${name}: ${words}\n`,
  spreadsheet: ([name, words, at]) => `${name};${at};"${words}"\n`,
};
const linesOf = (language: string): Line[] =>
  (languages[language] ?? []).map(([name, words], index) => [
    name,
    words,
    `00:${String(3 + index * 7).padStart(2, '0')}`,
  ]);
const letters = (text: string) => text.normalize('NFC').replace(/[\s\u200e\u200f\u202a-\u202e]/g, '');

function expectAll(language: string, { document }: ReturnType<typeof takeInTranscript>) {
  const lines = languages[language] ?? [];
  expect(document.speakers.map(({ label }) => label)).toEqual([...new Set(lines.map(([name]) => name))]);
  expect(document.segments.map(({ text }) => letters(text))).toEqual(
    lines.map(([, words]) => letters(words)),
  );
}

describe('scripts and languages', () => {
  it.each(Object.keys(languages))('[D12] %s, in each form of a text', (language) => {
    for (const [form, write] of Object.entries(forms)) {
      const text = linesOf(language).map(write).join('');
      expect(() => expectAll(language, takeInTranscript(new TextEncoder().encode(text))), form).not.toThrow();
    }
    if (!isUnspaced(languages[language]?.[0]?.[1] ?? '')) return;
    const quoted = linesOf(language).map(
      ([name, words]) => `${name}「${words.replaceAll(/[「」]/g, '')}」\n`,
    );
    expect(takeInTranscript(new TextEncoder().encode(quoted.join(''))).document.speakers).toHaveLength(3);
  });
});

/** The bytes of a text in an encoding that only a decoder knows. */
function encode(text: string, encoding: string): Uint8Array {
  const codes = new Map<string, number[]>();
  const decoder = new TextDecoder(encoding);
  for (let high = 0xff; high >= 0x80; high -= 1) {
    codes.set(decoder.decode(Uint8Array.of(high)), [high]);
    if (!/windows|iso|koi|ibm|mac/.test(encoding))
      for (let low = 0x40; low < 0xff; low += 1)
        codes.set(decoder.decode(Uint8Array.of(high, low)), [high, low]);
  }
  return Uint8Array.from(
    [...text].flatMap((letter) => (letter < '\u0080' ? letter.charCodeAt(0) : (codes.get(letter) ?? 0x3f))),
  );
}

describe('encodings of languages', () => {
  const plain = (text: string) => text.replaceAll('’', "'").replaceAll('…', '...');

  it.each([
    ['polish', 'windows-1250'],
    ['polish', 'iso-8859-2'],
    ['czech', 'windows-1250'],
    ['czech', 'iso-8859-2'],
    ['german', 'iso-8859-15'],
    ['german', 'macintosh'],
    ['french', 'macintosh'],
    ['turkish', 'windows-1254'],
    ['russian', 'windows-1251'],
    ['russian', 'koi8-r'],
    ['arabic', 'windows-1256'],
    ['korean', 'euc-kr'],
    ['japanese', 'shift_jis'],
    ['japanese', 'euc-jp'],
    ['chinese', 'gbk'],
  ])('[D12] %s in %s', (language, encoding) => {
    const text = linesOf(language)
      .map(
        ([name, words, at], index) =>
          `${index + 1}\n00:${at},000 --> 00:${at},900\n${name}: ${plain(words)}\n\n`,
      )
      .join('');
    const { document } = takeInTranscript(encode(text, encoding), { fileName: 'evening.srt' });
    expect(document.segments.map((segment) => letters(segment.text))).toEqual(
      linesOf(language).map(([, words]) => letters(plain(words))),
    );
  });

  it('[D12] reads the letters of DOS, which the detector does not know', () => {
    const text = linesOf('russian')
      .map(([name, words]) => `${name}: ${words}\n`)
      .join('');
    const bytes = encode(text, 'ibm866');
    expect(takeInTranscript(bytes).document.segments[0]?.text).toBe(languages.russian?.[0]?.[1]);
  });

  it('[D12] mends UTF-8 that a program took for Windows-1252', () => {
    const twice = Buffer.from(
      linesOf('german')
        .map(([name, words]) => `${name}: ${words}\n`)
        .join(''),
    ).toString('latin1');
    expectAll('german', takeInTranscript(new TextEncoder().encode(twice)));
  });
});
