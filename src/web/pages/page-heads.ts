import { contentHeads } from './content-heads.ts';
import { faqStructuredData } from './landing/faq-structured-data.ts';
import type { PageHead } from './page-head.ts';
import { socialImageOf } from './social-image.ts';

export const pageHeads: Readonly<Record<string, PageHead>> = {
  '/': {
    title: 'Hearthscribe · Less note-taking, more world-building',
    description:
      'Less note-taking, more world-building: Hearthscribe turns the recording of a role-playing session into notes, each line with the words behind it.',
    image: socialImageOf('/'),
  },
  '/faq': {
    title: 'Questions and answers · Hearthscribe',
    description:
      'What you can upload, how long a session can be, what it costs, and what happens to your recordings.',
    image: socialImageOf('/faq'),
    structuredData: [faqStructuredData],
  },
  '/pricing': {
    title: 'Pricing · Hearthscribe',
    description:
      'Your first analysis is free. After that you pay by the hour of audio, as you go or by subscription, and see the exact price before you start.',
    image: socialImageOf('/pricing'),
  },
  '/demo': {
    title: 'A finished session to read · Hearthscribe',
    description:
      'Read the notes of a whole session as Hearthscribe writes them, with the words at the table behind each line.',
    image: socialImageOf('/demo'),
  },
  ...contentHeads,
  '/404': {
    title: 'This page is not on the map · Hearthscribe',
    description: 'There is nothing at this address.',
    noindex: true,
  },
};
