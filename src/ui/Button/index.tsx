import { Link } from '@umijs/max';
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import styles from './index.css';

export interface ButtonProps extends Omit<ButtonHTMLAttributes<HTMLButtonElement>, 'type'> {
  /** One primary action at most in a place; `text` and `link` beside others. */
  readonly type?: 'default' | 'primary' | 'text' | 'link';
  readonly htmlType?: 'button' | 'submit';
  readonly size?: 'small';
  readonly danger?: boolean;
  /** Shows that the work continues, and ignores further presses. */
  readonly loading?: boolean;
  readonly icon?: ReactNode;
  readonly ref?: Ref<HTMLButtonElement>;
}

/**
 * A button with the component library's look and names, without its cost: on the first pages it was the only part that brought
 * the library's style engine in (docs/decisions/0007).
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

/** A link to another page that looks like the primary button: the router follows it. */
export function PrimaryLink({ to, children }: { readonly to: string; readonly children: ReactNode }) {
  return (
    <Link to={to} data-button="" className={`${styles.button} ${styles.primary}`}>
      {children}
    </Link>
  );
}
