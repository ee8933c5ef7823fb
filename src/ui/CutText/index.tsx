import styles from './index.css';

/**
 * Shows one line of text and cuts it with an ellipsis when the space is too narrow. The `title` attribute contains the full text. While a
 * link or button directly around the text has the keyboard focus, the full text is shown. In a narrow window the text wraps instead.
 *
 * @param most maximum width in pixels; default: the width of the container
 */
export function CutText({ text, most }: { readonly text: string; readonly most?: number }) {
  return (
    <span className={styles.cut} title={text} {...(most !== undefined && { style: { maxInlineSize: most } })}>
      {text}
    </span>
  );
}
