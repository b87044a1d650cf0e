/** In place of the app where it could not learn how to reach the server. */
export function BootFailure() {
  return (
    <main>
      <h1>Hearthscribe</h1>
      <p role="alert">The server cannot be reached. Please check your connection and try again.</p>
      <button type="button" onClick={() => window.location.reload()}>
        Try again
      </button>
    </main>
  );
}
