import { RECON_KINDS, type ReconKind } from '@contract/recon.states';
import { t as tNow, useT } from '@/app/i18n/i18n';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field } from '@/ui/EntityForm/types';
import { FileUpload } from '@/ui/FileUpload';
import { Modal } from '@/ui/library/Modal';

const TARGET: readonly Field[] = [
  {
    kind: 'options',
    name: 'merchantNumberId',
    label: 'recon.merchantNumber',
    source: 'merchantNumbers',
    required: true,
  },
  { kind: 'day', name: 'day', label: 'recon.day', required: true },
  {
    kind: 'radio',
    name: 'kind',
    label: 'recon.kind',
    required: true,
    options: (Object.keys(RECON_KINDS) as ReconKind[]).map((value) => ({ value, label: RECON_KINDS[value] })),
  },
];
const AGAIN: Field = { kind: 'switch', name: 'again', label: 'recon.again' };
const FILE: Field = {
  kind: 'custom',
  name: 'fileId',
  label: 'recon.file',
  help: 'recon.fileHelp',
  required: true,
  requiredText: 'recon.fileNeeded',
  render: ({ id, value, onChange, disabled, describedBy }) => (
    <FileUpload
      scene="statement"
      label={tNow('recon.file')}
      id={id}
      value={typeof value === 'number' ? value : null}
      onChange={onChange}
      disabled={disabled}
      describedBy={describedBy}
    />
  ),
};
const FETCH = [{ key: 'fetch', fields: [...TARGET, AGAIN] }];
const UPLOAD = [{ key: 'upload', fields: [...TARGET, FILE, AGAIN] }];
const EMPTY: FormValues = { merchantNumberId: null, day: null, kind: 'trade', again: false, fileId: null };

const targetOf = (values: FormValues) => ({
  merchantNumberId: Number(values.merchantNumberId),
  day: String(values.day),
  kind: values.kind as ReconKind,
  again: values.again === true,
});

/** Fetches the statement of a day from the platform, or uploads its file. */
export function StatementForm({ isUpload, onClose }: { readonly isUpload: boolean; readonly onClose: () => void }) {
  const t = useT();
  const title = isUpload ? 'recon.upload' : 'recon.fetch';
  return (
    <Modal open width={520} title={t(title)} footer={null} onCancel={onClose}>
      {isUpload ? (
        <EntityForm<'finance.Recon/uploadFile', FormValues>
          formKey="recon.upload"
          initial={EMPTY}
          groups={UPLOAD}
          address="finance.Recon/uploadFile"
          draft={false}
          toInput={({ values }) => ({ ...targetOf(values), fileId: Number(values.fileId) })}
          submit={title}
          onDone={onClose}
        />
      ) : (
        <EntityForm<'finance.Recon/fetch', FormValues>
          formKey="recon.fetch"
          initial={EMPTY}
          groups={FETCH}
          address="finance.Recon/fetch"
          draft={false}
          toInput={({ values }) => targetOf(values)}
          submit={title}
          onDone={onClose}
        />
      )}
    </Modal>
  );
}
