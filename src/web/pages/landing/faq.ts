import { analysisCost, creditsPerHour, freeAnalysisMaxSeconds } from '#contract/credits.ts';
import { graceDays, priceSteps, subscriptionPlans, valueCents } from '#contract/prices.ts';
import { transcriptKinds } from '#contract/transcript-formats.ts';
import { dollars, wholeNumber } from '#web/ui/text.ts';

export interface Question {
  id: string;
  about: 'product' | 'billing';
  question: string;
  answer: readonly string[];
  more?: { text: string; href: string };
}

export const questionsShownFirst = 5;

const { STANDARD, PRO } = subscriptionPlans;
const evening = 4 * 3600;
const steps = priceSteps
  .map(({ fromCredits, centsPerHundred }, index) =>
    index === 0
      ? `${dollars(centsPerHundred)} for 100 credits`
      : `${dollars(centsPerHundred)} when you buy ${wholeNumber(fromCredits)} or more`,
  )
  .join(', ');

export const questions: readonly Question[] = [
  {
    id: 'faq-trust',
    about: 'product',
    question: 'How do I know the notes are true?',
    answer: [
      'You can check. Each statement ends with a timestamp that takes you to the words behind it. We show a quote only if every word of it was said.',
      'Software still writes the notes. It can mistake a joke or a plan for something that happened. Read them once while the session is fresh, and correct what is wrong.',
    ],
    more: { text: 'What our AI does and does not do', href: '/ai' },
  },
  {
    id: 'faq-files',
    about: 'product',
    question: 'What can I upload?',
    answer: [
      'One audio file for each session. MP3 is best: the files are small, and every recorder supports it. M4A and AAC, WAV, FLAC, OGG and Opus, WebM, and MP4 video with a soundtrack work too, up to 12 hours long.',
      'A zip from Craig, with one track per player, becomes one recording with a name for each voice. If you drop several parts of one evening together, they become one recording, too.',
      `If you already have a transcript (${transcriptKinds}), upload that instead.`,
    ],
    more: { text: 'How to record a table well', href: '/tips-and-tricks' },
  },
  {
    id: 'faq-cost',
    about: 'billing',
    question: 'What does a session cost?',
    answer: [
      `An hour of audio costs ${creditsPerHour.brief} credits for a brief analysis and ${creditsPerHour.comprehensive} for a comprehensive one. A four-hour session costs ${analysisCost(evening, 'brief')} or ${analysisCost(evening, 'comprehensive')} credits.`,
      `Credits cost ${steps}. A comprehensive analysis of four hours costs ${dollars(valueCents(analysisCost(evening, 'comprehensive')))} at the first of these prices, and less with a subscription.`,
      'Uploading is free. You see the exact price of both levels before you start.',
    ],
    more: { text: 'All prices', href: '/pricing' },
  },
  {
    id: 'faq-free',
    about: 'billing',
    question: 'Is the first analysis really free?',
    answer: [
      `Yes. A new account comes with one free analysis, brief or comprehensive, of a recording of up to ${freeAnalysisMaxSeconds / 3600} hours. You don’t need a card.`,
    ],
  },
  {
    id: 'faq-private',
    about: 'product',
    question: 'Who can see or hear our session?',
    answer: [
      'Only you can hear the recording and read the transcript; nothing you upload is public. Your notes are private until you share them. A link for your players shows only what you mark for players, and you can protect it with a passphrase. A public link shows only what you mark as public. You can turn off either link at any time.',
      'We use a recording only to make your notes. You can erase one person’s voice from a recording, together with what they said. If you delete a session, we delete its recording, transcript, analyses and notes too.',
      'Hearthscribe also runs on your own computer. With the built-in engines, or a model on the same computer, your recordings never leave it.',
    ],
    more: { text: 'Privacy policy', href: '/privacy' },
  },
  {
    id: 'faq-levels',
    about: 'product',
    question: 'Brief or comprehensive: which should I choose?',
    answer: [
      'Brief is the page to read ten minutes before the next session: a short account of the evening, and the names.',
      'Comprehensive covers the whole session at about three times the length.',
      'When a language model writes the notes, brief also has up to five moments and the open threads, and comprehensive has scenes, a recap to read aloud, quests, decisions, character moments and fights. You can run the other level later: we don’t transcribe the recording again.',
    ],
    more: { text: 'Compare both in the demo', href: '/demo' },
  },
  {
    id: 'faq-consent',
    about: 'product',
    question: 'Do my players have to agree?',
    answer: [
      'Yes. Ask before you record, and ask everyone. In many places, recording someone without consent is illegal, and it is bad manners everywhere. One sentence at the start of the session is enough.',
    ],
  },
  {
    id: 'faq-names',
    about: 'product',
    question: 'It misspelled a name. What now?',
    answer: [
      'Choose “Fix a name” and type the right spelling once. You see every place where the wrong one appears, in the transcripts and notes of all sessions, and change them together. You can undo it.',
      'The name goes into your campaign’s glossary, so the next transcript and the next notes use your spelling. Names that exist only in your world are the hardest words to recognize, so add them before your first session.',
    ],
  },
  {
    id: 'faq-failure',
    about: 'billing',
    question: 'Do I pay if something goes wrong?',
    answer: [
      'No. We reserve credits when an analysis starts, and charge them when it is complete. If it fails, or if you cancel it before we write the notes, you get them back. Retrying after a failure is free and resumes where it stopped.',
    ],
  },
  {
    id: 'faq-long',
    about: 'product',
    question: 'Our sessions run six hours. Is that too long?',
    answer: [
      'No. The limit is twelve hours. We never cut anything without saying so: if we could not transcribe some minutes, the notes say which. An interrupted upload resumes where it stopped, even after a reload.',
    ],
  },
  {
    id: 'faq-expiry',
    about: 'billing',
    question: 'Do credits expire?',
    answer: [
      'Pay-as-you-go credits never expire. Subscription credits expire one year after they were added; we remind you 60 days before that. The credits that expire first are spent first.',
    ],
  },
  {
    id: 'faq-subscription',
    about: 'billing',
    question: 'How do the subscriptions work?',
    answer: [
      `Standard gives you ${wholeNumber(STANDARD.creditsPerMonth)} credits a month for ${dollars(STANDARD.centsPerMonth)}, Pro ${wholeNumber(PRO.creditsPerMonth)} for ${dollars(PRO.centsPerMonth)}. You get the credits as soon as a month is paid, and you keep what you don’t use: each month’s credits last a year.`,
      'You can also buy credits as you go.',
    ],
  },
  {
    id: 'faq-change',
    about: 'billing',
    question: 'What happens when I upgrade, downgrade or cancel?',
    answer: [
      `An upgrade takes effect immediately: you pay the difference for the rest of the cycle, and get the difference in credits. Halfway through, that is ${wholeNumber((PRO.creditsPerMonth - STANDARD.creditsPerMonth) / 2)} credits.`,
      'A downgrade applies from the next cycle. When you cancel, the subscription runs until the end of the period you have paid for. In every case you keep your credits until they expire.',
    ],
  },
  {
    id: 'faq-unpaid',
    about: 'billing',
    question: 'What if a subscription payment fails?',
    answer: [
      `We email you, and nothing else changes for ${graceDays} days. Open “Credits and billing” in your account settings to change your card or pay the invoice. If it is still unpaid after that, the subscription ends. You keep your credits and your notes.`,
    ],
  },
  {
    id: 'faq-refund',
    about: 'billing',
    question: 'Can I get my money back?',
    answer: [
      'Write to us: the terms say where, and what you can expect. If we refund a payment, we also remove the credits from it that you haven’t used. Your balance never falls below zero.',
    ],
    more: { text: 'Terms', href: '/terms' },
  },
  {
    id: 'faq-card',
    about: 'billing',
    question: 'Who sees my card details?',
    answer: [
      'Only Stripe, which takes payments on its own pages. Your card number never reaches our server. Find invoices and cards in Stripe’s billing portal: open “Credits and billing” in your account settings.',
    ],
  },
  {
    id: 'faq-system',
    about: 'product',
    question: 'Which game systems does it know?',
    answer: [
      'Any system that you play by talking. The notes come from what was said at your table, not from a rulebook, so a homebrew system works as well as a famous one.',
    ],
  },
];
