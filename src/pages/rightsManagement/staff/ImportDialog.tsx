import type { Data } from '@contract/index';
import { STAFF } from '@contract/limits';
import { STAFF_FIELDS, STAFF_IMPORT_COLUMNS } from '@contract/staff.fields';
import { useId, useState } from 'react';
import { call, newKey } from '@/components/calls/call';
import { useRefresh } from '@/components/data';
import { toast } from '@/components/feedback/toast';
import { ImportDialog as Dialog } from '@/components/ImportDialog';
import { Switch } from '@/components/library/Switch';
import { useSay } from '@/components/say';
import { csvOf, saveText } from '@/utils/sheet';
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
