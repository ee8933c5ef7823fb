import { CREDIT_CODE_TEXT, isCreditCode } from '@contract/credit-code';
import { INVOICE_FIELDS, INVOICE_TYPE_TEXT, type InvoiceType } from '@contract/finance';
import type { Data, Input } from '@contract/index';
import { E164, INVOICE, LANDLINE, MOBILE, PROFILE, SERVICE_TEL } from '@contract/limits';
import { RULE } from '@contract/rule-ids';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { useReopen } from '@/app/request/useReopen';
import { EntityForm } from '@/ui/EntityForm';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Unmask } from '@/ui/Masked';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { TimeText } from '@/ui/TimeText';
import styles from './index.css';

type Invoice = Data<'finance.Information/getInvoice'>;
type Values = Omit<Input<'finance.Information/saveInvoice'>, 'version'> & Record<string, unknown>;

/** Pattern of a masked account number. If the form sends a masked number back, the server does not change the stored account. */
const MASKED = /^\*+\d{4}$/;
const PHONES = [MOBILE, LANDLINE, SERVICE_TEL, E164];

const valuesOf = ({ version: _v, updatedAt: _at, updatedByName: _by, actions: _a, ...values }: Invoice): Values =>
  values;

/** Groups of the invoice form, with fields and limits of DOMAIN §3.5. */
const GROUPS: readonly FieldGroup<Values>[] = [
  {
    key: 'subject',
    title: 'finance.invoiceSubject',
    fields: [
      {
        kind: 'text',
        name: 'subjectName',
        label: INVOICE_FIELDS.subjectName,
        required: true,
        autoComplete: 'organization',
        ...INVOICE.subjectName,
      },
      {
        kind: 'text',
        name: 'creditCode',
        label: INVOICE_FIELDS.creditCode,
        required: true,
        min: 18,
        max: 18,
        upper: true,
        check: (value) => (isCreditCode(String(value).trim()) ? null : { rule: 'pattern', text: CREDIT_CODE_TEXT }),
      },
      {
        kind: 'radio',
        name: 'invoiceType',
        label: INVOICE_FIELDS.invoiceType,
        required: true,
        options: (Object.keys(INVOICE_TYPE_TEXT) as InvoiceType[]).map((value) => ({
          value,
          label: INVOICE_TYPE_TEXT[value],
        })),
      },
      {
        kind: 'text',
        name: 'address',
        label: INVOICE_FIELDS.address,
        autoComplete: 'street-address',
        ...INVOICE.address,
      },
      {
        kind: 'text',
        name: 'tel',
        label: INVOICE_FIELDS.tel,
        help: 'finance.telHelp',
        inputMode: 'tel',
        check: (value) => {
          const tel = String(value).trim();
          return tel === '' || PHONES.some((pattern) => pattern.test(tel)) ? null : { rule: 'pattern' };
        },
      },
    ],
  },
  {
    key: 'payee',
    title: 'finance.invoicePayee',
    help: 'finance.invoicePayeeHelp',
    fields: [
      {
        kind: 'text',
        name: 'bankName',
        label: INVOICE_FIELDS.bankName,
        required: ({ bankAccount }) => bankAccount.trim() !== '',
        ...INVOICE.bankName,
      },
      {
        kind: 'text',
        name: 'bankAccount',
        label: INVOICE_FIELDS.bankAccount,
        help: 'finance.bankAccountHelp',
        required: ({ bankName }) => bankName.trim() !== '',
        inputMode: 'numeric',
        secret: true,
        check: (value) => {
          const account = String(value).trim();
          const isGood = account === '' || MASKED.test(account) || INVOICE.bankAccount.test(account);
          return isGood ? null : { rule: 'pattern' };
        },
      },
    ],
  },
  {
    key: 'receive',
    title: 'finance.invoiceReceive',
    fields: [
      {
        kind: 'text',
        name: 'receiverEmail',
        label: INVOICE_FIELDS.receiverEmail,
        required: true,
        inputMode: 'email',
        pattern: PROFILE.email.pattern,
        ...INVOICE.receiverEmail,
      },
    ],
  },
];

/** Edits the platform's invoice and payee data (开票与收款信息). Each save creates a new version of the data. */
export function InvoiceForm() {
  const query = useData('finance.Information/getInvoice', {}, { staleTime: 0 });
  // A form must start with fresh data and not with cached data of an earlier visit.
  const fresh = useFresh(query);
  const [key, reopen] = useReopen(query);
  return (
    <div className={styles.form}>
      <QueryBoundary query={fresh} minHeight={560}>
        {(invoice) => <OpenedForm key={key} opened={invoice} onSaved={reopen} />}
      </QueryBoundary>
    </div>
  );
}

function OpenedForm({ opened, onSaved }: { readonly opened: Invoice; readonly onSaved: () => Promise<void> }) {
  const t = useT();
  // A refetch of the data must not change the edited values.
  const [invoice] = useState(opened);
  const { version, updatedByName, updatedAt, actions } = invoice;
  const initial = useMemo(() => valuesOf(invoice), [invoice]);
  return (
    <>
      <p className={styles.state}>
        {version === 0 ? (
          t('finance.invoiceNever')
        ) : (
          <>
            {t('finance.invoiceSavedBy', { version, name: updatedByName })} <TimeText at={updatedAt} />
          </>
        )}
      </p>
      {version > 0 && invoice.bankAccount !== '' ? (
        <p className={styles.state}>
          {t(INVOICE_FIELDS.bankAccount)}
          {t('list.colon')}
          <Unmask
            objectType="invoice"
            id={version}
            field="bankAccount"
            value={invoice.bankAccount}
            name={t(INVOICE_FIELDS.bankAccount)}
            rule={RULE['financial.information.unmask']}
          />
        </p>
      ) : null}
      <EntityForm<'finance.Information/saveInvoice', Values>
        formKey="finance.invoice"
        title={t('finance.partInvoice')}
        initial={initial}
        groups={GROUPS}
        address="finance.Information/saveInvoice"
        version={version}
        toInput={(submission) => ({ ...submission.values, version: submission.version })}
        submit="finance.saveInvoice"
        onDone={() => void onSaved()}
        reload={async () => {
          const latest = await readData('finance.Information/getInvoice', {});
          return { values: valuesOf(latest), version: latest.version };
        }}
        {...(actions.includes('saveInvoice') ? {} : { readOnly: 'finance.invoiceReadOnly' as const })}
      />
    </>
  );
}
