import { ExportOutlined } from '@ant-design/icons';
import { exportModule, exportsOf } from '@contract/export.modules';
import { RULE } from '@contract/rule-ids';
import { useState } from 'react';
import { useCommands } from '@/app/commands/registry';
import { useT } from '@/app/i18n/i18n';
import { lazyWithRetry } from '@/app/lazyWithRetry';
import { usePlatform } from '@/app/platform';
import { Button } from '../Button';

const ExportDialog = lazyWithRetry(() => import('./ExportDialog').then((module) => module.ExportDialog));

/** Default for `selected`: no rows. */
const NO_ROWS: ReadonlySet<number> = new Set();

/**
 * Renders the button that exports the rows of a list (DOMAIN §0.2 "Export"). It is shown only if the contract defines an export
 * for the list. The user also needs the list's export permission and the general export permission.
 */
export function ExportButton({
  list,
  filter,
  selected = NO_ROWS,
}: {
  /** API path of the list. */
  readonly list: string;
  /** The filter as the query parameters of the list. */
  readonly filter: Readonly<Record<string, string>>;
  /** Ids of the selected rows. */
  readonly selected?: ReadonlySet<number>;
}) {
  const t = useT();
  const { can } = usePlatform();
  const [isOpen, setOpen] = useState(false);
  const modules = exportsOf(list).filter((key) => can(exportModule(key).rule));
  const isOffered = modules.length > 0 && can(RULE.export);
  useCommands(() =>
    isOffered ? [{ key: 'page.export', label: 'exportTask.export', group: 'page', run: () => setOpen(true) }] : [],
  );
  if (!isOffered) return null;
  return (
    <>
      <Button icon={<ExportOutlined aria-hidden />} aria-haspopup="dialog" onClick={() => setOpen(true)}>
        {t('exportTask.export')}
      </Button>
      {isOpen ? (
        <ExportDialog modules={modules} filter={filter} selected={[...selected]} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
