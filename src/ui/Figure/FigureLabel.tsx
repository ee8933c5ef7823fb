import { Tooltip } from '../Tooltip';
import styles from './index.css';

/** The name of a figure on a card, with its explanation behind a "?" at the end: the same on every page. */
export function FigureLabel({
  text,
  help,
  id,
}: {
  readonly text: string;
  readonly help?: string | undefined;
  readonly id?: string;
}) {
  return (
    <div className={styles.label}>
      <span id={id} title={text}>
        {text}
      </span>
      {help === undefined ? null : <Tooltip text={help} />}
    </div>
  );
}
