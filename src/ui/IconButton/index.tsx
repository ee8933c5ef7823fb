import type { ButtonHTMLAttributes } from 'react';
import styles from './index.css';

interface IconButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type' | 'aria-label'> {
  /** Accessible name, because the icon has no text. */
  readonly label: string;
}

/** Renders a borderless icon button of 24 pixels, for example to clear, close, copy or move. `className` sets its position. */
export function IconButton({ label, className, ...rest }: IconButtonProps) {
  return (
    <button
      {...rest}
      type="button"
      aria-label={label}
      className={[styles.button, className].filter(Boolean).join(' ')}
    />
  );
}
