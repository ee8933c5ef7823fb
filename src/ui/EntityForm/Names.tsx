import { createContext, useContext } from 'react';
import { LoadFailed } from '../LoadFailed';

interface NamesProps {
  readonly text: string;
  /** Set if `text` contains ids or codes because their names could not be loaded. Loads the names again. */
  readonly onRetry: (() => void) | undefined;
  /** Whether the names are being loaded. */
  readonly loading: boolean;
}

/** `true` where a retry button is not allowed, for example in the label of a radio button. */
export const WithoutRetry = createContext(false);

/** Shows the names of ids or codes. If the names could not be loaded, a note and a retry button follow. */
export function Names({ text, onRetry, loading }: NamesProps) {
  const isWithoutRetry = useContext(WithoutRetry);
  if (!onRetry || isWithoutRetry) return text;
  return (
    <>
      {text} · <LoadFailed onRetry={onRetry} loading={loading} />
    </>
  );
}
