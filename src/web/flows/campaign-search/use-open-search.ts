import { useCallback, useEffect } from 'react';
import { useSearch } from 'wouter';
import { isAccountPath } from '#contract/pages.ts';
import { useOpenModal } from '#web/flows/modals/use-modals.ts';
import { campaignPlaceOf } from '#web/hooks/paths.ts';

export function useOpenSearch(): () => void {
  const open = useOpenModal('campaignSearch');
  const { campaignId } = campaignPlaceOf(useSearch());
  return useCallback(() => open({ type: 'search.opened', campaignId }), [open, campaignId]);
}

const takesText = 'input, textarea, select, [contenteditable], dialog';

/** ⌘K or Ctrl-K on every page, and / on pages of campaigns. Other dialogs keep their keys. */
export function useSearchKeys(openSearch: () => void): void {
  useEffect(() => {
    function press(event: KeyboardEvent) {
      const { key, target, ctrlKey, metaKey, altKey, shiftKey, defaultPrevented } = event;
      if (defaultPrevented || altKey || document.querySelector('dialog[open]')) return;
      const isShortcut = key.toLowerCase() === 'k' && (ctrlKey || metaKey) && !shiftKey;
      const isSlash = key === '/' && !ctrlKey && !metaKey && isAccountPath(window.location.pathname);
      const isTyping = target instanceof Element && target.closest(takesText) !== null;
      if (!isShortcut && !(isSlash && !isTyping)) return;
      event.preventDefault();
      openSearch();
    }
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, [openSearch]);
}
