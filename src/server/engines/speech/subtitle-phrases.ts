import { normalized } from '#contract/normalized.ts';

/** As makers of subtitles and videos write them, and speech models invent them, without signs and capitals. */
const SUBTITLE_PHRASES = [
  /^(?:thanks?|thank you)(?: (?:you|so much|very much|all|guys|everyone|everybody))* for (?:watching|listening|viewing|your (?:attention|support))(?: (?:this video|the video|today|everyone|guys|and (?:i ll )?see you (?:in the |all )?next (?:time|video|one|week)))?$/,
  /^(?:please )?(?:like|subscribe|don t forget to (?:like|subscribe))(?: (?:and|to|my|our|the|share|subscribe|like|channel|hit the bell|for more videos|comment|below))*$/,
  /^(?:subtitles?|captions?|closed captions?|transcri(?:bed|ption)|translated) (?:by|from|provided by|made by)\b.{0,60}$/,
  /\bamara org\b/,
  /\bdimatorzok\b|\bopensubtitles\b|\bsous titreur\b|\bst 501\b/,
  /^untertitel(?:ung)?(?: (?:im auftrag|von|der|des|zdf|swr|ndr|für|funk|\d{4}))+.{0,40}$/,
  /^sous titr(?:es|age)\b.{0,60}$/,
  /^(?:subtítulos|sottotitoli|legendas|napisy|ondertiteling|ondertitels|undertexter|undertekster|tekstet av|tekstitys|titulky|altyazı|субтитры|субтитри|редактор субтитров|字幕)(?: |$).{0,60}$/,
  /^字幕.{0,20}$/,
  /^(?:vielen dank|danke)(?: schön)? für(?:s)? (?:das |die |ihre |eure )?(?:zuschauen|zuhören|aufmerksamkeit)$/,
  /^(?:merci d avoir regardé|merci de votre attention|merci d avoir écouté)(?: cette vidéo| la vidéo)?$/,
  /^(?:muchas )?gracias por (?:ver|mirar|escuchar)(?: (?:el|este) (?:video|vídeo))?$/,
  /^(?:muito )?obrigad[oa] por (?:assistir|ouvir|ver)(?: (?:o|este|ao) vídeo)?$/,
  /^grazie (?:per (?:la visione|l attenzione|aver guardato|averci seguito)|a tutti per la visione)(?: (?:il|questo) video)?$/,
  /^(?:hartelijk )?bedankt voor het (?:kijken|luisteren)$/,
  /^dzięk(?:uję|ujemy|i) za (?:uwagę|obejrzenie|oglądanie|oglądnięcie)(?: (?:filmu|tego filmu))?$/,
  /^tack (?:så mycket )?för att (?:ni|du) (?:tittade|har tittat|tittat|lyssnade)$/,
  /^(?:tusen )?takk? for (?:at (?:du|dere|i) (?:så|fulgte|kiggede|har set) (?:på|med)|att du tittade|ating med|seeingen)$/,
  /^kiitos(?: kun)? (?:katsoit|katselitte|katsomisesta)$/,
  /^(?:děkuji|děkujeme|ďakujem|ďakujeme) za (?:pozornost|pozornosť|sledování|sledovanie|zhlédnutí)$/,
  /^köszön(?:öm|jük)(?: szépen)? (?:a figyelmet|hogy megnézt(?:e|é)tek|a megtekintést)$/,
  /^(?:izlediğiniz|dinlediğiniz) için (?:çok )?teşekkür(?:ler| ederim| ederiz)$/,
  /^(?:спасибо|благодарю|благодарим) за (?:просмотр|внимание)$/,
  /^(?:дякую|дякуємо) за (?:перегляд|увагу)$/,
  /^продолжение следует$/,
  /^(?:mulțumim|mulțumesc|va multumim|vă mulțumim|vă mulțumesc)(?: (?:pentru|că)) (?:vizionare|ați (?:vizionat|urmărit)|atenție)$/,
  /^ευχαριστ(?:ώ|ούμε) (?:για την παρακολούθηση|που παρακολουθήσατε)$/,
  /^(?:شكرا|شكرًا|شكراً)(?: (?:لكم|جزيلا))? (?:على|ل)(?: ?)(?:المشاهدة|لمشاهدة|مشاهدتكم|حسن استماعكم|لكم).{0,20}$/,
  /^(?:اشتركوا في القناة|ترجمة نانسي قنقر)$/,
  /^תודה (?:רבה )?(?:על הצפייה|שצפיתם|על ההקשבה)$/,
  /^(?:देखने के लिए धन्यवाद|धन्यवाद देखने के लिए)$/,
  /^(?:terima kasih|terimakasih) (?:telah|sudah|kerana|karena)? ?(?:menonton|sudah menonton|telah menonton)$/,
  /^(?:cảm ơn|cám ơn)(?: (?:các bạn|quý vị|bạn))? đã (?:xem|theo dõi|lắng nghe)(?: (?:video|video này|và hẹn gặp lại))?$/,
  /^(?:ご視聴|ご清聴|ご覧いただき|最後までご視聴|見てくれて|見ていただき)(?:いただき)?(?:どうも)? ?(?:本当に)?ありがとう(?:ございました|ございます)?$/,
  /^(?:チャンネル登録|高評価).{0,20}(?:お願いします|お願いいたします)$/,
  /^(?:谢谢|感谢|多谢|謝謝|感謝|多謝)(?:您|你|你们|你們|大家)?(?:的)?(?:观看|收看|收听|觀看|收看|收聽|聆听|聆聽)(?:到最后)?.{0,4}$/,
  /^(?:请不吝|請不吝).{0,30}$/,
  /^(?:시청해|들어|봐)(?: ?주셔서| ?주신) (?:대단히 )?(?:감사합니다|고맙습니다)$/,
  /^(?:구독과? 좋아요|구독|다음 영상에서 만나요).{0,16}$/,
  /^ขอบคุณ(?:ที่|สำหรับการ)(?:รับชม|ติดตาม).{0,12}$/,
  /^see you (?:in the )?next (?:time|video)$/,
];

const LONGEST_PHRASE = 200;

export const bare = (text: string): string =>
  normalized(text)
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}]+/gu, ' ')
    .trim();

/** Whether it is nothing but phrases of subtitle makers. */
export function isSubtitlePhrase(text: string): boolean {
  if (text.length > LONGEST_PHRASE) return false;
  if (isOnePhrase(text)) return true;
  const sentences = text
    .split(/(?<=[.!?…。！？])\s*(?!\w)|(?<=[.!?…])\s+/u)
    .filter((part) => bare(part) !== '');
  return sentences.length > 1 && sentences.every(isOnePhrase);
}

function isOnePhrase(text: string): boolean {
  const words = bare(text);
  return SUBTITLE_PHRASES.some((pattern) => pattern.test(words));
}
