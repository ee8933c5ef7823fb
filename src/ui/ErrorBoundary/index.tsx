import { Component, Fragment, type ReactNode } from 'react';
import { type FailureKind, failureKind } from '@/app/chunks';
import { t } from '@/app/i18n/i18n';
import { lastRequestId } from '@/app/request/requestLog';
import { RequestId } from '../ProblemReport/RequestId';
import styles from './error-boundary.css';

interface ErrorBoundaryProps {
  readonly children: ReactNode;
  /** A new value clears the failure. Example: the path of the page. */
  readonly resetKey?: string;
  /** Reloads the page. Tests replace it. */
  readonly reload?: () => void;
}

interface ErrorBoundaryState {
  readonly failure: { readonly kind: FailureKind; readonly requestId: string } | null;
  /** Number of retries without a reload. It is the key of the children, so each retry mounts them again. */
  readonly round: number;
  readonly shownFor: string | undefined;
}

const WORDS = {
  chunk: ['common.chunkFailed', 'common.chunkFailedHint'],
  style: ['common.styleFailed', 'common.styleFailedHint'],
  error: ['common.regionFailed', 'common.regionFailedHint'],
} as const;

/**
 * Limits a failure to its region of the page. After an error, a retry mounts the children again. If a chunk or style sheet failed,
 * a retry reloads the page. Without a reload, the browser would not load the file again. The boundary retries by itself when the
 * network returns.
 */
export class ErrorBoundary extends Component<ErrorBoundaryProps, ErrorBoundaryState> {
  override state: ErrorBoundaryState = { failure: null, round: 0, shownFor: this.props.resetKey };

  static getDerivedStateFromError(error: unknown): Partial<ErrorBoundaryState> {
    return { failure: { kind: failureKind(error), requestId: lastRequestId() } };
  }

  static getDerivedStateFromProps(
    { resetKey }: ErrorBoundaryProps,
    state: ErrorBoundaryState,
  ): Partial<ErrorBoundaryState> | null {
    return resetKey === state.shownFor ? null : { failure: null, shownFor: resetKey };
  }

  override componentDidMount() {
    window.addEventListener('online', this.onOnline);
  }

  override componentWillUnmount() {
    window.removeEventListener('online', this.onOnline);
  }

  private readonly onOnline = () => {
    if (this.state.failure) this.retry();
  };

  private readonly retry = () => {
    if (this.state.failure?.kind !== 'error') {
      (this.props.reload ?? (() => window.location.reload()))();
      return;
    }
    this.setState(({ round }) => ({ failure: null, round: round + 1 }));
  };

  override render() {
    const { failure, round } = this.state;
    if (!failure) return <Fragment key={round}>{this.props.children}</Fragment>;
    const [title, hint] = WORDS[failure.kind];
    return (
      <div className={styles.box} role="alert">
        <p className={styles.title}>{t(title)}</p>
        <p className={styles.hint}>{navigator.onLine ? t(hint) : t('common.offlineHint')}</p>
        {failure.kind === 'error' && failure.requestId !== '' && (
          <p className={styles.hint}>
            <RequestId id={failure.requestId} />
          </p>
        )}
        <button type="button" className={styles.retry} onClick={this.retry}>
          {t(failure.kind === 'error' ? 'common.retry' : 'common.reload')}
        </button>
      </div>
    );
  }
}
