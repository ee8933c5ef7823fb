import { Link } from '@umijs/max';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './index.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** At most one primary action per area; `text` and `link` for secondary actions. */
  readonly type?: 'default' | 'primary' | 'text' | 'link';
  readonly htmlType?: 'button' | 'submit';
  readonly size?: 'small';
  readonly danger?: boolean;
  /** Shows that work is running, and ignores presses. */
  readonly loading?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/**
 * A button with the look and the props of the component library, without its cost: on the first pages it would be the only part that
 * loads the library's style engine (docs/decisions/0007).
 */
export function Button({
  type = 'default',
  htmlType = 'button',
  size,
  danger = false,
  loading = false,
  icon,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const classes = [
    styles.button,
    styles[type],
    size === 'small' && styles.small,
    danger && styles.danger,
    icon !== undefined && children === undefined && styles.square,
    className,
  ];
  return (
    <button
      {...rest}
      type={htmlType}
      data-button=""
      className={classes.filter(Boolean).join(' ')}
      aria-busy={loading || undefined}
      onClick={loading ? (event) => event.preventDefault() : onClick}
    >
      {loading ? <span className={styles.turning} aria-hidden="true" /> : icon}
      {children !== undefined && <span>{children}</span>}
    </button>
  );
}

/** A link to another page with the look of the primary button; handled by the router. */
export function PrimaryLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} data-button="" className={`${styles.button} ${styles.primary}`}>
      {children}
    </Link>
  );
}
