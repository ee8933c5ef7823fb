import type { ReactNode } from 'react';
import { useCommands } from '@/app/commands/registry';
import { type Label, useT } from '@/app/i18n/i18n';
import { Button } from '../Button';

/** An action of a page: its button, with the entry in the palette and the hotkey. */
export function PageAction({
  label,
  run,
  hotkey,
  icon,
  primary = false,
}: {
  readonly label: Label;
  readonly run: () => void;
  /** `n` is for creating a record, on every page. */
  readonly hotkey?: string;
  readonly icon?: ReactNode;
  /** The primary action of the page. */
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
