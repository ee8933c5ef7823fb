import styles from './index.css';

/**
 * One line that is cut with an ellipsis where its space ends. The title contains all of it; a link or button around it shows all
 * of it while it has the keyboard focus.
 *
 * @param most largest width in pixels; default: the width of its container
 */
export function CutText({ text, most }: { readonly text: string; readonly most?: number }) {
  return (
    <span className={styles.cut} title={text} {...(most !== undefined && { style: { maxInlineSize: most } })}>
      {text}
    </span>
  );
}
