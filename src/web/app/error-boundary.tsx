import { Component, type ReactNode } from 'react';
import { Button } from '#web/ui/button.tsx';

interface ErrorBoundaryProps {
  /** Another place is rendered again; a part that could not be loaded needs a reload. */
  place?: string;
  children: ReactNode;
}

/** Shows what to do in place of a part that cannot be rendered or loaded; React empties the page otherwise. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError() {
    return { hasFailed: true };
  }

  override componentDidUpdate({ place }: ErrorBoundaryProps, before: { hasFailed: boolean }) {
    if (before.hasFailed && this.state.hasFailed && place !== this.props.place)
      this.setState({ hasFailed: false });
  }

  override render() {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <main id="main" className="page-main stopped-page" tabIndex={-1}>
        <div role="alert">
          <h1>This page has stopped working</h1>
          <p>
            Reload it to continue. Everything you saved is safe. If it happens again, please check your
            connection.
          </p>
        </div>
        <div className="button-row">
          <Button kind="primary" onClick={() => window.location.reload()}>
            Reload the page
          </Button>
        </div>
      </main>
    );
  }
}
