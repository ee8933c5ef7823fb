import type { Data } from '@contract/index';
import { STAFF } from '@contract/limits';
import { STAFF_IMPORT_COLUMNS, staffLabel } from '@contract/staff.fields';
import { useId, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { useRefresh } from '@/app/request/useData';
import { saveCsv } from '@/app/sheet';
import { toast } from '@/app/toast';
import { ImportDialog as Dialog } from '@/ui/ImportDialog';
import { Switch } from '@/ui/library/Switch';
import styles from './index.css';

/** Imports people from a file. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const id = useId();
  const [sendInvite, setSendInvite] = useState(true);
  return (
    <Dialog<Data<'rights.Staff/import'>>
      title={t('staff.importTitle')}
      most={{ rows: STAFF.importRows, characters: STAFF.importCharacters }}
      onTemplate={() =>
        saveCsv(`${t('staff.importTitle')}.csv`, [STAFF_IMPORT_COLUMNS.map((column) => t(staffLabel(column)))])
      }
      send={(content, dryRun) => mutate('rights.Staff/import', () => ({ content, dryRun, sendInvite }), newKey())}
      go={({ rows }) => t('staff.importGo', { n: rows })}
      onDone={({ saved }) => {
        toast.success(t('staff.importDone', { n: saved }));
        refresh('rights.', 'common.Option/getOptions');
        onClose();
      }}
      onClose={onClose}
    >
      {() => (
        <div className={styles.invite}>
          <Switch id={id} checked={sendInvite} onChange={setSendInvite} />
          <label htmlFor={id}>{t('staff.importInvite')}</label>
        </div>
      )}
    </Dialog>
  );
}
