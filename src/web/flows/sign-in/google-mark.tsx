/** Google's guidelines require it. */
export function GoogleMark() {
  return (
    <svg className="google-mark" viewBox="0 0 24 24" aria-hidden="true" fill="none" strokeWidth="4">
      <path d="M18.4 6.6A9 9 0 0 0 5 6.4" stroke="#ea4335" />
      <path d="M5.2 6.2A9 9 0 0 0 5 17.6" stroke="#fbbc05" />
      <path d="M4.8 17.4A9 9 0 0 0 17.6 19" stroke="#34a853" />
      <path d="M17.4 19.2A9 9 0 0 0 20.9 12H12" stroke="#4285f4" />
    </svg>
  );
}
