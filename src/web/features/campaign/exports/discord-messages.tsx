import { useDiscordMessages } from '#web/hooks/data-hooks.ts';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { Copy } from '../workspace/copy.tsx';
import { inOrder } from './in-order.ts';

interface DiscordMessagesProps {
  sessionId: string;
  audience: 'gm' | 'players' | 'public';
}

export function DiscordMessages({ sessionId, audience }: DiscordMessagesProps) {
  const messages = useDiscordMessages(sessionId, audience);
  if (messages.error) return <Notice kind="error">{messages.error.message}</Notice>;
  if (!messages.data) return <Skeleton label="Loading the messages" lines={4} />;
  return (
    <ol className="discord-messages" aria-label="Messages">
      {inOrder(messages.data).map(({ number, item: message }) => (
        <li key={number}>
          <div className="discord-message-head">
            <span className="muted">
              Message {number} of {messages.data.length} · {message.length} characters
            </span>
            <Copy kind="quiet" label={`Copy message ${number}`} text={() => message} />
          </div>
          <pre dir="auto">{message}</pre>
        </li>
      ))}
    </ol>
  );
}
