import type { Data } from '@contract/index';
import { STAFF } from '@contract/limits';
import { STAFF_FIELDS, STAFF_IMPORT_COLUMNS } from '@contract/staff.fields';
import { useId, useState } from 'react';
import { call, newKey } from '@/app/calls/mutate';
import { useSay } from '@/app/i18n/translate';
import { useRefresh } from '@/app/request/useData';
import { csvOf, saveText } from '@/app/sheet';
import { toast } from '@/app/toast';
import { ImportDialog as Dialog } from '@/ui/ImportDialog';
import { Switch } from '@/ui/library/Switch';
import styles from './index.css';

/** Importing people. */
export function ImportDialog({ onClose }: { readonly onClose: () => void }) {
  const say = useSay();
  const refresh = useRefresh();
  const id = useId();
  const [sendInvite, setSendInvite] = useState(true);
  return (
    <Dialog<Data<'rights.Staff/import'>>
      title={say('staff.importTitle')}
      most={{ rows: STAFF.importRows, characters: STAFF.importCharacters }}
      onTemplate={() =>
        saveText(
          `${say('staff.importTitle')}.csv`,
          csvOf([STAFF_IMPORT_COLUMNS.map((column) => say(STAFF_FIELDS[column]))]),
        )
      }
      send={(content, dryRun) => call('rights.Staff/import', () => ({ content, dryRun, sendInvite }), newKey())}
      go={({ rows }) => say('staff.importGo', { n: rows })}
      onDone={({ saved }) => {
        toast.success(say('staff.importDone', { n: saved }));
        refresh('rights.', 'common.Option/getOptions');
        onClose();
      }}
      onClose={onClose}
    >
      {() => (
        <div className={styles.invite}>
          <Switch id={id} checked={sendInvite} onChange={setSendInvite} />
          <label htmlFor={id}>{say('staff.importInvite')}</label>
        </div>
      )}
    </Dialog>
  );
}
