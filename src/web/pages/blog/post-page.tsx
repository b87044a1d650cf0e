import { Link } from 'wouter';
import { PageHeading } from '#web/ui/page-heading.tsx';
import { ContentsList } from '../reading/contents-list.tsx';
import { dayInWords, type PostBody, type PostFacts, postPath } from './post.ts';
import { PostText } from './post-text.tsx';
import '../reading/reading.css';
import './blog.css';

interface PostPageProps {
  post: PostFacts;
  body: PostBody;
  next: PostFacts | null;
  previous: PostFacts | null;
}

/** Day, length and author of a post, in one line. */
export function PostFactsLine({ post }: { post: PostFacts }) {
  return (
    <p className="post-facts">
      <time dateTime={post.date}>{dayInWords(post.date)}</time>
      <span>{post.minutes} min read</span>
      <span>{post.author}</span>
    </p>
  );
}

function Neighbour({ post, label }: { post: PostFacts | null; label: string }) {
  if (post === null) return <span />;
  return (
    <Link href={postPath(post.slug)} className="post-neighbour">
      <span className="post-neighbour-label">{label}</span>
      <span className="post-neighbour-title">{post.title}</span>
    </Link>
  );
}

/** `/blog/{slug}` (R2.12, R3.9): one post, what it covers, and links to the posts before and after it. */
export function PostPage({ post, body, next, previous }: PostPageProps) {
  return (
    <main id="main" className="page-main reading" tabIndex={-1}>
      <article className="reading-column">
        <header className="reading-head">
          <p className="reading-kicker">
            <Link href="/blog">Blog</Link>
          </p>
          <PageHeading title={post.title} />
          <p className="reading-lead">{post.description}</p>
          <PostFactsLine post={post} />
        </header>
        <ContentsList entries={body.headings} />
        <div className="prose post-text">
          <PostText nodes={body.nodes} />
        </div>
        <p className="post-tags">
          {post.tags.map((tag) => (
            <span key={tag} className="post-tag">
              {tag}
            </span>
          ))}
        </p>
      </article>
      <nav className="reading-column post-neighbours" aria-label="Other posts">
        <Neighbour post={previous} label="Earlier" />
        <Neighbour post={next} label="Later" />
      </nav>
    </main>
  );
}
