import { FUND_AUDIT, FUND_AUDIT_FIELDS } from '@contract/fundAudit.states';
import type { Data } from '@contract/index';
import { useId, useState } from 'react';
import { mutate, newKey } from '@/app/calls/mutate';
import { useT } from '@/app/i18n/i18n';
import { readData, useRefresh } from '@/app/request/useData';
import { saveXlsx } from '@/app/sheet';
import { toast } from '@/app/toast';
import { FileUpload } from '@/ui/FileUpload';
import { ImportDialog } from '@/ui/ImportDialog';
import { yuan } from './columns';
import styles from './index.css';

/** Imports entries from a file. All deductions of the file share one set of evidence. */
export function ImportEntries({ onClose }: { readonly onClose: () => void }) {
  const t = useT();
  const refresh = useRefresh();
  const id = useId();
  const [evidence, setEvidence] = useState<number[]>([]);
  const template = async () => {
    try {
      const { name, content } = await readData('fundAudit.Rider/getTemplate', {});
      saveXlsx(name, content);
    } catch {
      toast.error(t('common.networkError'));
    }
  };
  return (
    <ImportDialog<Data<'fundAudit.Rider/import'>>
      title={t('fundAudit.importTitle')}
      most={{ rows: FUND_AUDIT.importRows, characters: FUND_AUDIT.importCharacters }}
      onTemplate={() => void template()}
      send={(content, dryRun) => mutate('fundAudit.Rider/import', () => ({ content, dryRun, evidence }), newKey())}
      go={({ rows }) => t('fundAudit.importGo', { n: rows })}
      sums={({ inFen, outFen }) => t('fundAudit.importSums', { x: yuan(inFen), y: yuan(outFen) })}
      onDone={({ saved }) => {
        toast.success(t('fundAudit.importDone', { n: saved }));
        refresh('fundAudit.', 'dashboard.');
        onClose();
      }}
      onClose={onClose}
    >
      {(again) => (
        <>
          <label htmlFor={id}>{t(FUND_AUDIT_FIELDS.evidence)}</label>
          <FileUpload
            scene="fundEvidence"
            label={t(FUND_AUDIT_FIELDS.evidence)}
            id={id}
            max={FUND_AUDIT.evidence}
            value={evidence}
            onChange={(files) => {
              setEvidence(files);
              again();
            }}
          />
          <p className={styles.hint}>{t('fundAudit.importEvidence')}</p>
        </>
      )}
    </ImportDialog>
  );
}
