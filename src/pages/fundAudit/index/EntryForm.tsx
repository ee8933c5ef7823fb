import {
  AUDIT_DIRECTION_TEXT,
  AUDIT_KIND_TEXT,
  type AuditDirection,
  type AuditKind,
  appealMostFen,
  DIRECTION_OF,
  FUND_AUDIT,
  FUND_AUDIT_FIELDS,
  FUNDED_BY_TEXT,
} from '@contract/fundAudit.states';
import type { Data } from '@contract/index';
import { LARGEST_FEN } from '@contract/ledger';
import type { Text } from '@contract/text';
import { useMemo } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FieldGroup, OptionSpec } from '@/ui/EntityForm/types';
import { filesField } from '@/ui/FileUpload/filesField';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import type { EntryForm as FormOf } from './actions';
import { RiderField, RiderMoney } from './RiderField';

type Detail = Data<'fundAudit.Rider/getDetail'>;

interface Values extends Record<string, unknown> {
  riderId: number | null;
  kind: AuditKind | null;
  direction: AuditDirection | null;
  amountFen: number | null;
  fundedBy: 'team' | 'platform';
  relatedNo: string;
  reason: string;
  evidence: readonly number[];
  allowInstalment: boolean;
  /** Placeholder for a form field that shows the rider's balances and has no value. */
  money: null;
}

const EMPTY: Values = {
  riderId: null,
  kind: null,
  direction: null,
  amountFen: null,
  fundedBy: 'team',
  relatedNo: '',
  reason: '',
  evidence: [],
  allowInstalment: false,
  money: null,
};
const WIDTH = 560;

const options = (texts: Readonly<Record<string, Text>>): readonly OptionSpec[] =>
  Object.entries(texts).map(([value, label]) => ({ value, label }));
const wayOf = ({ kind, direction }: Pick<Values, 'kind' | 'direction'>): AuditDirection | null =>
  kind === null ? null : (DIRECTION_OF[kind] ?? direction);

const valuesOf = (entry: Detail): Values => ({
  riderId: entry.riderId,
  kind: entry.kind,
  direction: entry.direction,
  amountFen: entry.amountFen,
  fundedBy: entry.fundedBy === 'platform' ? 'platform' : 'team',
  relatedNo: entry.relatedNo ?? '',
  reason: entry.reason,
  evidence: entry.evidence.map(({ fileId }) => fileId),
  allowInstalment: entry.allowInstalment,
  money: null,
});
/** Returns the initial values of an appeal. The amount starts with the largest amount that can be returned; the user can change it. */
const appealOf = (entry: Detail): Values => ({
  ...EMPTY,
  riderId: entry.riderId,
  kind: 'correction',
  direction: 'in',
  amountFen: appealMostFen(entry),
  fundedBy: entry.fundedBy === 'platform' ? 'platform' : 'team',
});

function Present({ values }: { readonly values: Values }) {
  const amountFen = typeof values.amountFen === 'number' ? values.amountFen : null;
  return <RiderMoney riderId={values.riderId} change={{ ...values, direction: wayOf(values), amountFen }} />;
}

type About = 'new' | 'resubmit' | 'appeal';
type EntryField = FieldGroup<Values>['fields'][number];

/** Returns the fields for the rider, the kind of entry, and the direction of a correction. */
const subjectFields = (about: About): readonly EntryField[] => {
  const isAppeal = about === 'appeal';
  return [
    {
      kind: 'custom',
      name: 'riderId',
      label: FUND_AUDIT_FIELDS.rider,
      required: true,
      requiredText: 'fundAudit.chooseRider',
      disabled: about !== 'new',
      disabledReason: 'fundAudit.riderStays',
      render: (control) => <RiderField control={control} />,
    },
    {
      kind: 'choice',
      name: 'kind',
      label: FUND_AUDIT_FIELDS.kind,
      required: true,
      disabled: isAppeal,
      disabledReason: 'fundAudit.appealKind',
      options: options(AUDIT_KIND_TEXT),
    },
    {
      kind: 'radio',
      name: 'direction',
      label: FUND_AUDIT_FIELDS.direction,
      required: true,
      when: ({ kind }) => kind === 'correction' && !isAppeal,
      options: options(AUDIT_DIRECTION_TEXT),
    },
  ];
};

/** Returns the fields for amount, payer and instalments, and the field that shows the rider's balance before and after the entry. */
const moneyFields = (mostFen: number): readonly EntryField[] => [
  {
    kind: 'money',
    name: 'amountFen',
    label: FUND_AUDIT_FIELDS.amountFen,
    required: true,
    minFen: 1,
    maxFen: mostFen,
  },
  {
    kind: 'radio',
    name: 'fundedBy',
    label: FUND_AUDIT_FIELDS.fundedBy,
    required: true,
    help: 'fundAudit.fundedByHelp',
    when: ({ kind }) => kind !== 'depositRefund',
    options: options({ team: FUNDED_BY_TEXT.team, platform: FUNDED_BY_TEXT.platform }),
  },
  {
    kind: 'switch',
    name: 'allowInstalment',
    label: FUND_AUDIT_FIELDS.allowInstalment,
    help: 'fundAudit.allowInstalmentHelp',
    when: (values) => wayOf(values) === 'out',
  },
  {
    kind: 'custom',
    name: 'money',
    label: 'fundAudit.riderMoney',
    follows: ['riderId', 'kind', 'direction', 'amountFen', 'allowInstalment'],
    render: (_control, values) => <Present values={values as Values} />,
  },
];

/** Returns the fields for the related number, the reason and the evidence. */
const groundFields = (_t: Translate): readonly EntryField[] => [
  {
    kind: 'text',
    name: 'relatedNo',
    label: FUND_AUDIT_FIELDS.relatedNo,
    help: 'fundAudit.relatedNoHelp',
    max: FUND_AUDIT.relatedNo,
  },
  {
    kind: 'textarea',
    name: 'reason',
    label: FUND_AUDIT_FIELDS.reason,
    required: true,
    rows: 3,
    help: 'fundAudit.reasonHelp',
    ...FUND_AUDIT.reason,
  },
  filesField({
    name: 'evidence',
    label: FUND_AUDIT_FIELDS.evidence,
    required: (values) => wayOf(values) === 'out',
    requiredText: 'fundAudit.evidenceNeeded',
    help: 'fundAudit.evidenceHelp',
    scene: 'fundEvidence',
    max: FUND_AUDIT.evidence,
  }),
];

const groupsFor = (about: About, mostFen: number, t: Translate): readonly FieldGroup<Values>[] => [
  { key: 'entry', fields: [...subjectFields(about), ...moneyFields(mostFen), ...groundFields(t)] },
];

/** Converts form values to the request body. */
function bodyOf(values: Values) {
  const way = wayOf(values);
  return {
    kind: values.kind as AuditKind,
    direction: values.kind === 'correction' ? way : null,
    amountFen: Number(values.amountFen),
    fundedBy: values.fundedBy,
    relatedNo: values.relatedNo.trim() || null,
    reason: values.reason.trim(),
    evidence: [...values.evidence],
    allowInstalment: way === 'out' && values.allowInstalment,
  };
}

/** Edits a new entry, a returned entry, or an appeal in a drawer over the list. */
export function EntryForm({
  form,
  onClose,
}: {
  readonly form: Exclude<FormOf, 'import'>;
  readonly onClose: () => void;
}) {
  const t = useT();
  const id = form === 'new' ? null : form.id;
  const query = useData('fundAudit.Rider/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const settings = useData('fundAudit.Rider/getRiders', {}, { staleTime: 60_000 });
  const title =
    form === 'new'
      ? t('fundAudit.add')
      : t(form.kind === 'appeal' ? 'fundAudit.appealTitle' : 'fundAudit.resubmitTitle', {
          no: query.data?.no ?? '',
        });
  const most = settings.data?.singleMaxFen ?? LARGEST_FEN;
  return (
    <Drawer open size={`min(${WIDTH}px, 100vw)`} title={title} onClose={onClose}>
      {form === 'new' ? (
        <New mostFen={most} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(entry) =>
            form.kind === 'appeal' ? (
              <Appeal entry={entry} mostFen={Math.min(most, appealMostFen(entry))} title={title} onClose={onClose} />
            ) : (
              <Resubmit entry={entry} mostFen={most} title={title} onClose={onClose} />
            )
          }
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface Inside {
  readonly mostFen: number;
  readonly onClose: () => void;
}

function New({ mostFen, onClose }: Inside) {
  const t = useT();
  const groups = useMemo(() => groupsFor('new', mostFen, t), [mostFen, t]);
  return (
    <EntityForm<'fundAudit.Rider/create', Values>
      formKey="fundAudit.new"
      title={t('fundAudit.add')}
      initial={EMPTY}
      groups={groups}
      address="fundAudit.Rider/create"
      toInput={({ values }) => ({ ...bodyOf(values), riderId: Number(values.riderId), source: 'manual' })}
      submit="fundAudit.submit"
      onDone={onClose}
    />
  );
}

function Appeal({ entry, mostFen, title, onClose }: Inside & { readonly entry: Detail; readonly title: string }) {
  const t = useT();
  const groups = useMemo(() => groupsFor('appeal', mostFen, t), [mostFen, t]);
  return (
    <EntityForm<'fundAudit.Rider/create', Values>
      formKey={`fundAudit.appeal.${entry.id}`}
      title={title}
      initial={appealOf(entry)}
      groups={groups}
      address="fundAudit.Rider/create"
      toInput={({ values }) => ({
        ...bodyOf(values),
        riderId: entry.riderId,
        source: 'appeal',
        sourceNo: entry.no,
      })}
      submit="fundAudit.submitAppeal"
      onDone={onClose}
    />
  );
}

function Resubmit({ entry, mostFen, title, onClose }: Inside & { readonly entry: Detail; readonly title: string }) {
  const t = useT();
  const { source, id, version } = entry;
  const groups = useMemo(
    () => groupsFor(source === 'appeal' ? 'appeal' : 'resubmit', mostFen, t),
    [source, mostFen, t],
  );
  return (
    <EntityForm<'fundAudit.Rider/resubmit', Values>
      formKey={`fundAudit.resubmit.${id}`}
      title={title}
      initial={valuesOf(entry)}
      groups={groups}
      address="fundAudit.Rider/resubmit"
      version={version}
      toInput={({ values, version: read }) => ({ ...bodyOf(values), id, version: read })}
      submit="fundAudit.resubmit"
      onDone={onClose}
      reload={async () => {
        const now = await readData('fundAudit.Rider/getDetail', { id });
        return { values: valuesOf(now), version: now.version };
      }}
    />
  );
}
