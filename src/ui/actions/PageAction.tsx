import type { ReactNode } from 'react';
import { useCommands } from '@/app/commands/registry';
import { type Label, useT } from '@/app/i18n/i18n';
import { Button } from '../Button';

/** Renders an action of a page as a button. Also adds the action to the palette and registers its hotkey. */
export function PageAction({
  label,
  run,
  hotkey,
  icon,
  primary = false,
}: {
  readonly label: Label;
  readonly run: () => void;
  /** Hotkey of the action. Use `n` for the action that creates a record. */
  readonly hotkey?: string;
  readonly icon?: ReactNode;
  /** `true` for the primary action of the page. */
  readonly primary?: boolean;
}) {
  const t = useT();
  useCommands(() => [
    { key: `page.${typeof label === 'string' ? label : label['en-US']}`, label, group: 'page', icon, hotkey, run },
  ]);
  return (
    <Button
      type={primary ? 'primary' : 'default'}
      {...(icon === undefined ? {} : { icon })}
      {...(hotkey === undefined ? {} : { 'aria-keyshortcuts': hotkey })}
      onClick={run}
    >
      {t(label)}
    </Button>
  );
}
