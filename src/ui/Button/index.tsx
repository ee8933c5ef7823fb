import { Link } from '@umijs/max';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './index.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** Look of the button. Use at most one primary button in an area. `text` and `link` are for secondary actions. */
  readonly type?: 'default' | 'primary' | 'text' | 'link';
  readonly htmlType?: 'button' | 'submit';
  readonly size?: 'small';
  readonly danger?: boolean;
  /** Shows that work is running. The button ignores presses during that time. */
  readonly loading?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/**
 * Renders a button that looks like the component library's button, but does not need the library. Without this component, the first pages
 * would load the library's style engine only for their buttons (docs/decisions/0007).
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

/** Renders a link that looks like the primary button. The router opens it. */
export function PrimaryLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} data-button="" className={`${styles.button} ${styles.primary}`}>
      {children}
    </Link>
  );
}
