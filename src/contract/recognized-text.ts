import { normalized } from './normalized.ts';

/** Zero-width characters, soft hyphens, direction marks, variation selectors. */
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}\u0640]/gu;
const APOSTROPHES = /[’‘‛ʼʻʹ′＇´`]/gu;
const DASHES = /[\p{Pd}\u2212\u00b7]/gu;
/** Marks that people leave out or add; those of other scripts are letters in their own right. */
const LOOSE_MARKS =
  /([\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Arabic}\p{Script=Hebrew}\p{N}])\p{M}+/gu;
/** Letters that have no decomposition in Unicode. */
const ALONE: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
  ħ: 'h',
};
const ALONE_PATTERN = new RegExp(`[${Object.keys(ALONE).join('')}]`, 'gu');

/** Letters of names that are written in several ways; the first of each group is the one that is compared. */
const SAME_LETTERS =
  '張张 龍龙竜 陳陈 劉刘 楊杨 趙赵 黃黄 吳吴 孫孙 馬马 鄭郑 謝谢 韓韩 馮冯 鄧邓 葉叶 蘇苏 蔣蒋 盧卢 羅罗 許许 蕭萧 譚谭 鄒邹 陸陆 賴赖 鐘鍾钟 ' +
  '顧顾 錢钱 湯汤 嚴严厳 賀贺 龔龚 萬万 曉晓 麗丽 華华 偉伟 強强 軍军 傑杰 鳳凤 鵬鹏 飛飞 蘭兰 夢梦 靈灵霊 聖圣 國国 東东 風风 雲云 劍剑剣 寶宝 貝贝 ' +
  '愛爱 義义 輝辉 瑤瑶 瓊琼 嬌娇 紅红 綠绿緑 銀银 鐵铁鉄 藍蓝 門门 島岛嶋嶌 灣湾 澤泽沢 邊边辺邉 齋斋斎齊齐斉 高髙 崎﨑 櫻樱桜 廣广広 濱滨浜 真眞 惠恵 德徳 ' +
  '壽寿 禮礼 榮荣栄 瀬瀨濑 淵渊渕 條条 澁涩渋 富冨 曽曾 亞亚亜 彌弥 薗園园 黒黑 靜静 龜龟亀 鷗鸥鴎 鶴鹤 鷹鹰 樓楼 臺台 館馆 戶户戸 關关関 藏蔵 圓圆円 學学 會会 豐丰豊 ' +
  '縣县県 莊庄荘 獨独 獸兽獣 術术 師师 將将 爾尔 歐欧 貓猫 鳥鸟 魚鱼 雙双 無无';
const ONE_LETTER = new Map(
  SAME_LETTERS.split(' ').flatMap(([first = '', ...others]) => others.map((other) => [other, first])),
);
const OTHER_LETTERS = new RegExp(`[${[...ONE_LETTER.keys()].join('')}]`, 'gu');

/** Katakana as hiragana, simplified and old letters as the traditional ones; as long as before. */
export const oneWriting = (text: string): string =>
  text
    .replace(/[ァ-ヶ]/g, (letter) => String.fromCharCode(letter.charCodeAt(0) - 0x60))
    .replace(OTHER_LETTERS, (letter) => ONE_LETTER.get(letter) ?? letter);

/** One spelling of what Unicode can write in several ways; upper and lower case stay. */
export const spelling = (text: string): string =>
  normalized(text, 'NFKC').replace(INVISIBLE, '').replace(APOSTROPHES, "'").replace(DASHES, '-');

/** As a reader compares names: without case, accents, dots of abbreviations and the kind of space or hyphen. */
export const recognized = (text: string): string =>
  normalized(normalized(oneWriting(spelling(text)), 'NFKD').replace(LOOSE_MARKS, '$1'))
    .toLowerCase()
    .replace(ALONE_PATTERN, (letter) => ALONE[letter] ?? letter)
    .replace(/(?<=[\p{L}\p{N}\p{M}])\./gu, ' ')
    .replace(/[\s-]+/gu, ' ')
    .trim();

const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]/u;

/** Scripts that put no spaces between words. */
export const isUnspaced = (text: string): boolean => UNSPACED.test(normalized(text, 'NFKC'));

/** A letter with its marks, as `recognized` compares it. Empty if it is invisible. */
export function plainLetter(cluster: string): string {
  if (cluster.length === 1 && cluster.charCodeAt(0) < 128) return cluster.toLowerCase();
  return normalized(normalized(oneWriting(spelling(cluster)), 'NFKD').replace(LOOSE_MARKS, '$1'))
    .toLowerCase()
    .replace(ALONE_PATTERN, (letter) => ALONE[letter] ?? letter);
}

/** Letters with their marks. */
export const CLUSTERS = /\P{M}[\p{M}\u{ff9e}\u{ff9f}]*|\p{M}+/gu;

interface SpelledOut {
  text: string;
  /** Where each character of `text` begins and ends in the source. */
  starts: number[];
  ends: number[];
}

/** Not in lower case. Letters that combine with the next ones stay together. */
export function spelledOut(source: string): SpelledOut {
  const out: SpelledOut = { text: '', starts: [], ends: [] };
  for (const { index, 0: cluster } of source.matchAll(CLUSTERS))
    for (const character of spelling(cluster)) {
      out.text += character;
      for (let unit = 0; unit < character.length; unit += 1) {
        out.starts.push(index);
        out.ends.push(index + cluster.length);
      }
    }
  return out;
}

/** All places of a name in a script without spaces. */
export function unspacedPlaces(
  { text, starts, ends }: SpelledOut,
  name: string,
): { start: number; end: number }[] {
  const wanted = spelling(name);
  const places: { start: number; end: number }[] = [];
  if (wanted === '') return places;
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const end = at + wanted.length;
    const [first = '', last = ''] = [[...wanted][0], [...wanted].at(-1)];
    if (isJoined(before(text, at), first) || isJoined(last, after(text, end))) continue;
    const from = starts[at];
    const to = ends[end - 1];
    if (from !== undefined && to !== undefined) places.push({ start: from, end: to });
  }
  return places;
}

const before = (text: string, at: number) => [...text.slice(Math.max(0, at - 2), at)].at(-1) ?? '';
const after = (text: string, at: number) => [...text.slice(at, at + 2)][0] ?? '';

const KATAKANA = /^[\p{Script=Katakana}ー]$/u;
const SPACED_LETTER = /^[\p{L}\p{M}\p{N}]$/u;

/** Katakana words, and letters of scripts with spaces, end where their script does. */
const isJoined = (one: string, other: string): boolean =>
  (KATAKANA.test(one) && KATAKANA.test(other)) ||
  (SPACED_LETTER.test(one) && SPACED_LETTER.test(other) && !UNSPACED.test(one) && !UNSPACED.test(other));

/** What search compares: without case, accents, apostrophes and full stops, with one space between words. */
function searchedOut(source: string): SpelledOut {
  const out: SpelledOut = { text: '', starts: [], ends: [] };
  for (const { index, 0: cluster } of source.matchAll(CLUSTERS)) {
    const plain = plainLetter(cluster);
    if (plain === "'") continue;
    const isGap = /^[\s.-]+$/u.test(plain);
    if (isGap && (out.text === '' || out.text.endsWith(' '))) continue;
    const shown = isGap ? ' ' : plain;
    out.text += shown;
    for (let unit = 0; unit < shown.length; unit += 1) {
      out.starts.push(index);
      out.ends.push(index + cluster.length);
    }
  }
  return out;
}

export const searchable = (text: string): string => searchedOut(text).text;

/** @param wanted a result of `searchable` */
export function searchPlaces(source: string, wanted: string): { start: number; end: number }[] {
  if (wanted === '') return [];
  const { text, starts, ends } = searchedOut(source);
  const places: { start: number; end: number }[] = [];
  for (let at = text.indexOf(wanted); at !== -1; at = text.indexOf(wanted, at + wanted.length)) {
    const start = starts[at] ?? 0;
    const end = ends[at + wanted.length - 1] ?? start;
    if (start >= (places.at(-1)?.end ?? 0)) places.push({ start, end });
  }
  return places;
}

const WORD = /[\p{L}\p{M}\p{N}]+/gu;
const RUN =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]+|[^\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\p{Script=Tibetan}]+/gu;
/** Longer ones are no words. */
const LONGEST = 60;

/** Words without case and accents. Scripts without spaces give pairs of letters. */
export function wordsOf(text: string): string[] {
  return Array.from(recognized(text).matchAll(WORD), ([word]) => word).flatMap((word) =>
    isUnspaced(word)
      ? Array.from(word.matchAll(RUN), ([run]) => run).flatMap((run) =>
          isUnspaced(run) ? pairsOf(run) : [run.slice(0, LONGEST)],
        )
      : [word.slice(0, LONGEST)],
  );
}

function pairsOf(run: string): string[] {
  const letters = [...run];
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, index) => `${letters[index]}${letter}`);
}
