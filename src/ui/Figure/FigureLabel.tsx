import { Tooltip } from '../Tooltip';
import styles from './index.css';

/** Renders the name of a figure on a card. If there is an explanation, a "?" follows the name. */
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
