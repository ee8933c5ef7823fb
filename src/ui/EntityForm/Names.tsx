import { LoadFailed } from '../LoadFailed';

interface NamesProps {
  readonly text: string;
  /** Set if `text` contains ids or codes because their names could not be loaded. Loads the names again. */
  readonly onRetry: (() => void) | undefined;
}

/** Shows the names of ids or codes. If the names could not be loaded, a note and a retry button follow. */
export function Names({ text, onRetry }: NamesProps) {
  if (!onRetry) return text;
  return (
    <>
      {text} · <LoadFailed onRetry={onRetry} />
    </>
  );
}
