import { Link } from 'wouter';

/** Legal links of the public pages; hidden on /campaign (R2.29). */
export function Footer() {
  return (
    <footer className="footer">
      <p>Hearthscribe keeps the notes, so that you keep the table.</p>
      <nav aria-label="Legal">
        <Link href="/terms">Terms</Link>
        <Link href="/privacy">Privacy</Link>
      </nav>
    </footer>
  );
}
