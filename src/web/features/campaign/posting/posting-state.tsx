import { usePosts } from '#web/hooks/data-hooks.ts';
import { Notice } from '#web/ui/notice.tsx';
import { stateWords } from './posting-words.ts';
import './posting.css';

export function PostingState({ sessionId }: { sessionId: string }) {
  const [post] = usePosts(sessionId).data ?? [];
  if (post === undefined) return null;
  if (post.state === 'failed') {
    return (
      <Notice kind="warning" title={stateWords(post)} announced={false}>
        {post.failure?.message}
      </Notice>
    );
  }
  return (
    <p className="posting-line muted">
      {stateWords(post)}{' '}
      {post.link ? (
        <a href={post.link} target="_blank" rel="noopener noreferrer">
          Open in Discord
        </a>
      ) : null}
    </p>
  );
}
