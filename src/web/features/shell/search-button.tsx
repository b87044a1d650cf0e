import { useOpenSearch, useSearchKeys } from '#web/flows/campaign-search/use-open-search.ts';
import { Button } from '#web/ui/button.tsx';

/** Also answers the keys that open the search. */
export function SearchButton() {
  const openSearch = useOpenSearch();
  useSearchKeys(openSearch);
  return (
    <Button
      kind="quiet"
      icon="search"
      iconOnly
      className="navigation-search"
      aria-keyshortcuts="Control+K Meta+K"
      onClick={openSearch}
    >
      Search your sessions
    </Button>
  );
}
