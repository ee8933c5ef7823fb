import type { Data, Input } from '@contract/index';
import {
  INSURE,
  INSURE_KIND_KEYS,
  INSURE_KINDS,
  INSURE_MODE_KEYS,
  INSURE_MODES,
  INSURE_PAYER_KEYS,
  INSURE_PAYERS,
  INSURE_SUM_KEYS,
  INSURE_SUMS,
  INSURE_UNIT_KEYS,
  INSURE_UNITS,
  type InsureKind,
  type InsureMode,
  type InsurePayer,
  type InsureSum,
  type InsureUnit,
} from '@contract/insure.states';
import type { Text } from '@contract/text';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import { type FormValues, trimmed } from '@/ui/EntityForm/store';
import type { FieldGroup } from '@/ui/EntityForm/types';
import { Modal } from '@/ui/library/Modal';
import { QueryBoundary } from '@/ui/QueryBoundary';

type Product = Data<'safety.Insure/getProduct'>;
const optionsOf = <K extends string>(keys: readonly K[], texts: Readonly<Record<K, Text>>) =>
  keys.map((value) => ({ value, label: texts[value] }));
const isOccupational = ({ kind }: FormValues) => kind === 'occupational';
const sumName = (key: InsureSum) => `sum_${key}`;

type Group = FieldGroup<FormValues>;

const PRODUCT: Group = {
  key: 'product',
  title: 'insureProduct.groupProduct',
  fields: [
    { kind: 'text', name: 'name', label: 'insureProduct.name', required: true, ...INSURE.name },
    { kind: 'text', name: 'insurer', label: 'insureProduct.insurer', required: true, ...INSURE.insurer },
    {
      kind: 'choice',
      name: 'kind',
      label: 'insureProduct.kind',
      required: true,
      options: optionsOf(INSURE_KIND_KEYS, INSURE_KINDS),
    },
    { kind: 'text', name: 'planCode', label: 'insureProduct.planCode', required: true, ...INSURE.planCode },
    {
      kind: 'text',
      name: 'agreementNo',
      label: 'insureProduct.agreementNo',
      required: true,
      max: INSURE.agreementNo.max,
    },
  ],
};

const PREMIUM: Group = {
  key: 'premium',
  title: 'insureProduct.groupPremium',
  fields: [
    {
      kind: 'money',
      name: 'premiumFen',
      label: 'insureProduct.premiumFen',
      required: true,
      minFen: INSURE.premiumFen.min,
      maxFen: INSURE.premiumFen.max,
    },
    {
      kind: 'choice',
      name: 'premiumUnit',
      label: 'insureProduct.premiumUnit',
      required: true,
      when: (values) => !isOccupational(values),
      options: optionsOf(INSURE_UNIT_KEYS, INSURE_UNITS),
    },
    {
      kind: 'choice',
      name: 'payer',
      label: 'insureProduct.payer',
      help: 'insureProduct.payerHelp',
      required: true,
      when: (values) => !isOccupational(values),
      options: optionsOf(INSURE_PAYER_KEYS, INSURE_PAYERS),
    },
  ],
};

const SUMS: Group = {
  key: 'sums',
  title: 'insureProduct.groupSums',
  fields: INSURE_SUM_KEYS.map((key) => ({
    kind: 'money' as const,
    name: sumName(key),
    label: INSURE_SUMS[key],
    required: true,
    minFen: INSURE.sumFen.min,
    maxFen: INSURE.sumFen.max,
  })),
};

/** Form group with the ages, the end of the cover, and the stations of the product. */
const SCOPE: Group = {
  key: 'scope',
  title: 'insureProduct.groupScope',
  fields: [
    { kind: 'number', name: 'minAge', label: 'insureProduct.minAge', required: true, ...INSURE.minAge },
    { kind: 'number', name: 'maxAge', label: 'insureProduct.maxAge', required: true, ...INSURE.maxAge },
    {
      kind: 'number',
      name: 'coverEnd',
      label: 'insureProduct.coverEnd',
      help: 'insureProduct.coverEndHelp',
      required: true,
      min: INSURE.coverEnd.min,
      max: INSURE.coverEnd.max,
    },
    {
      kind: 'options',
      name: 'teamIds',
      label: 'insureProduct.teamIds',
      help: 'insureProduct.teamIdsHelp',
      source: 'teams',
      multiple: true,
      max: INSURE.teams,
    },
  ],
};

/** Builds the form group for sending data to the insurer: by hand or through an API. */
const interfaceGroup = (hasSecret: boolean): Group => ({
  key: 'interface',
  title: 'insureProduct.groupInterface',
  fields: [
    {
      kind: 'radio',
      name: 'apiMode',
      label: 'insureProduct.apiMode',
      help: 'insureProduct.apiModeHelp',
      required: true,
      options: optionsOf(INSURE_MODE_KEYS, INSURE_MODES),
    },
    {
      kind: 'password',
      name: 'apiSecret',
      label: 'insureProduct.apiSecret',
      help: 'insureProduct.apiSecretHelp',
      secret: true,
      required: !hasSecret,
      when: ({ apiMode }) => apiMode === 'api',
      autoComplete: 'off',
      ...INSURE.secret,
    },
  ],
});

const groupsOf = (hasSecret: boolean): readonly Group[] => [PRODUCT, PREMIUM, SUMS, SCOPE, interfaceGroup(hasSecret)];

const EMPTY: FormValues = {
  ...{ name: '', insurer: '', kind: 'daily', planCode: '', agreementNo: '', premiumFen: null },
  ...{ premiumUnit: 'day', payer: 'team', minAge: 18, maxAge: 60, coverEnd: INSURE.coverEnd.initial, teamIds: [] },
  ...{ apiMode: 'manual', apiSecret: '' },
  ...Object.fromEntries(INSURE_SUM_KEYS.map((key) => [sumName(key), 0])),
};

const valuesOf = ({ sums, ...product }: Product): FormValues => ({
  ...EMPTY,
  ...product,
  ...Object.fromEntries(INSURE_SUM_KEYS.map((key) => [sumName(key), sums[key]])),
});

function inputOf(values: FormValues, product: Product | null): Input<'safety.Insure/saveProduct'> {
  const secret = String(values.apiSecret ?? '');
  return {
    ...(product && { id: product.id, version: product.version }),
    name: trimmed(values, 'name'),
    insurer: trimmed(values, 'insurer'),
    kind: values.kind as InsureKind,
    planCode: trimmed(values, 'planCode'),
    agreementNo: trimmed(values, 'agreementNo'),
    premiumFen: Number(values.premiumFen),
    premiumUnit: isOccupational(values) ? 'order' : (values.premiumUnit as InsureUnit),
    payer: isOccupational(values) ? 'platform' : (values.payer as InsurePayer),
    coverEnd: Number(values.coverEnd),
    sums: Object.fromEntries(INSURE_SUM_KEYS.map((key) => [key, Number(values[sumName(key)])])) as Record<
      InsureSum,
      number
    >,
    minAge: Number(values.minAge),
    maxAge: Number(values.maxAge),
    teamIds: (values.teamIds as number[] | null) ?? [],
    apiMode: values.apiMode as InsureMode,
    ...(secret !== '' && values.apiMode === 'api' && { apiSecret: secret }),
  };
}

/** Edits a product in a form. @param id `null` for a new product */
export function ProductForm({ id, onClose }: { readonly id: number | null; readonly onClose: () => void }) {
  const t = useT();
  const title = id === null ? 'insureProduct.create' : 'insureProduct.edit';
  return (
    <Modal open width={720} title={t(title)} footer={null} onCancel={onClose}>
      {id === null ? <Form product={null} onClose={onClose} /> : <Loaded id={id} onClose={onClose} />}
    </Modal>
  );
}

function Loaded({ id, onClose }: { readonly id: number; readonly onClose: () => void }) {
  const product = useFresh(useData('safety.Insure/getProduct', { id }, { staleTime: 0 }));
  return (
    <QueryBoundary query={product} minHeight={320}>
      {(loaded) => <Form product={loaded} onClose={onClose} />}
    </QueryBoundary>
  );
}

function Form({ product: opened, onClose }: { readonly product: Product | null; readonly onClose: () => void }) {
  // The form keeps the values of its opening, so it must send their version, even if the product is loaded again meanwhile.
  const [product] = useState(opened);
  return (
    <EntityForm<'safety.Insure/saveProduct', FormValues>
      formKey={`insureProduct.${product?.id ?? 'new'}`}
      initial={product ? valuesOf(product) : EMPTY}
      groups={groupsOf(product?.hasSecret ?? false)}
      address="safety.Insure/saveProduct"
      draft={false}
      toInput={({ values }) => inputOf(values, product)}
      submit={product ? 'insureProduct.edit' : 'insureProduct.create'}
      onDone={onClose}
    />
  );
}
