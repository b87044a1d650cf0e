/** Decorative; the name is beside it. */
export function Logo() {
  return (
    <svg className="logo" viewBox="0 0 32 32" aria-hidden="true" focusable="false">
      <path
        d="M16 1.6c.7 4.2 6.2 6 6.2 11.7a6.2 6.2 0 0 1-12.4 0c0-2.7 1.5-4.4 2.8-5.6.3 1.5 1 2.2 1.8 2.7C13.9 7.3 14.9 4.2 16 1.6Z"
        fill="currentColor"
      />
      <path
        d="M3 19.2c4.5-1 9.4-.4 13 2.3 3.6-2.7 8.5-3.3 13-2.3v7.4c-4.5-1-9.4-.4-13 2.3-3.6-2.7-8.5-3.3-13-2.3Z"
        fill="none"
        stroke="currentColor"
        strokeWidth="2"
        strokeLinejoin="round"
      />
      <path d="M16 21.5v7.4" stroke="currentColor" strokeWidth="2" strokeLinecap="round" />
    </svg>
  );
}
