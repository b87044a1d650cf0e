import { Link } from 'wouter';
import { OpenNotebook } from '#web/ui/illustrations/open-notebook.tsx';
import { ReadingPage } from '../reading/reading-page.tsx';
import { feedPath } from './feed.ts';
import { postPath } from './post.ts';
import { PostFactsLine } from './post-page.tsx';
import { posts } from './posts.ts';
import './blog.css';

/** `/blog` (R2.12): every post, the newest first. */
export function BlogPage() {
  return (
    <ReadingPage
      title="Blog"
      heading="From the table"
      lead="On recording a session, keeping notes that last, and checking what AI wrote down."
      picture={<OpenNotebook />}
    >
      <ul className="post-list">
        {posts.map((post) => (
          <li key={post.slug}>
            <article className="post-card">
              <PostFactsLine post={post} />
              <h2>
                <Link href={postPath(post.slug)}>{post.title}</Link>
              </h2>
              <p>{post.description}</p>
            </article>
          </li>
        ))}
      </ul>
      <p className="muted">
        You can also subscribe to the feed: <a href={feedPath}>RSS</a>.
      </p>
    </ReadingPage>
  );
}
