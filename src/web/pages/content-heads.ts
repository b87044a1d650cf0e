import { publicOrigin } from '#contract/pages.ts';
import { type PostFacts, postPath } from './blog/post.ts';
import { posts } from './blog/posts.ts';
import type { PageHead } from './page-head.ts';
import { socialImageOf } from './social-image.ts';

const named = (title: string, description: string, path: string): PageHead => ({
  title: `${title} · Hearthscribe`,
  description,
  image: socialImageOf(path),
});

/** Without the product's name, which would make most titles longer than 60 characters. */
const headOfPost = (post: PostFacts): PageHead => ({
  title: post.title,
  description: post.description,
  image: socialImageOf(postPath(post.slug)),
  structuredData: [
    {
      '@context': 'https://schema.org',
      '@type': 'BlogPosting',
      headline: post.title,
      description: post.description,
      datePublished: post.date,
      author: { '@type': 'Organization', name: post.author },
      keywords: post.tags.join(', '),
      wordCount: post.words,
      inLanguage: 'en',
      image: `${publicOrigin}${socialImageOf(postPath(post.slug))}`,
      mainEntityOfPage: `${publicOrigin}${postPath(post.slug)}`,
    },
  ],
});

export const contentHeads: Readonly<Record<string, PageHead>> = {
  '/ai': named(
    'AI philosophy',
    'What AI in Hearthscribe does and doesn’t do, the evidence behind each line, whose data it is, and how to run it with your own engines.',
    '/ai',
  ),
  '/terms': named(
    'Terms',
    'What you get from Hearthscribe, what it costs, and what it asks of you.',
    '/terms',
  ),
  '/privacy': named(
    'Privacy policy',
    'What happens to your recordings: what we store, why, for how long, and who can see it.',
    '/privacy',
  ),
  '/cookies': named(
    'Cookie policy',
    'Everything that Hearthscribe stores in your browser, item by item, and how to delete it.',
    '/cookies',
  ),
  '/roadmap': named(
    'Roadmap',
    'What Hearthscribe does today, what we are working on, and what comes next. Without invented dates.',
    '/roadmap',
  ),
  '/tips-and-tricks': named(
    'Tips for recording a session',
    'How to record a role-playing session so that every word is clear, and how to extract the audio from a video, with commands to copy.',
    '/tips-and-tricks',
  ),
  '/blog': {
    ...named(
      'Blog',
      'On recording a role-playing session, keeping notes that last, and checking what AI wrote down.',
      '/blog',
    ),
    structuredData: [
      {
        '@context': 'https://schema.org',
        '@type': 'Blog',
        name: 'Hearthscribe Blog',
        url: `${publicOrigin}/blog`,
        blogPost: posts.map((post) => ({
          '@type': 'BlogPosting',
          headline: post.title,
          datePublished: post.date,
          url: `${publicOrigin}${postPath(post.slug)}`,
        })),
      },
    ],
  },
  ...Object.fromEntries(posts.map((post) => [postPath(post.slug), headOfPost(post)])),
};
