import type { KeyboardEvent } from 'react';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';

interface TranscriptSearchProps {
  query: string;
  hit: number;
  hitCount: number;
  onChange: (query: string) => void;
  onNext: () => void;
  onPrevious: () => void;
}

export function TranscriptSearch({
  query,
  hit,
  hitCount,
  onChange,
  onNext,
  onPrevious,
}: TranscriptSearchProps) {
  function keys(event: KeyboardEvent) {
    if (event.key !== 'Enter') return;
    event.preventDefault();
    if (event.shiftKey) onPrevious();
    else onNext();
  }

  return (
    <search className="transcript-search">
      <label className="transcript-search-field">
        <span className="visually-hidden">Search the transcript</span>
        <Icon name="search" />
        <input
          type="search"
          className="field-control"
          placeholder="Search the transcript"
          value={query}
          onChange={(event) => onChange(event.target.value)}
          onKeyDown={keys}
        />
      </label>
      <span className="transcript-hits" role="status">
        {query.trim() === '' ? '' : hit > 0 ? `${hit} of ${hitCount}` : 'No results'}
      </span>
      <Button disabled={hitCount === 0} onClick={onPrevious}>
        Previous
      </Button>
      <Button disabled={hitCount === 0} onClick={onNext}>
        Next
      </Button>
    </search>
  );
}
