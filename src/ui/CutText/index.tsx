import styles from './index.css';

/**
 * One line that is cut with an ellipsis when its space ends. The title contains the full text. A link or button around it shows the
 * full text while it has the keyboard focus.
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
