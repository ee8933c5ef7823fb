import type { Input } from '@contract/index';
import { ARTICLE_LIMITS, CATEGORY_LIMITS } from '@contract/information.states';
import { LANGUAGE_NAMES, LOCALES, type Locale, text } from '@contract/text';
import { useMemo, useState } from 'react';
import { t as translate, useT } from '@/app/i18n/i18n';
import { onlyFresh, useData } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload, type Shown } from '@/ui/FileUpload';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { type CategoryRow, textOf } from './parts';

type Save = Input<'information.Category/save'>;

const nameIn = (locale: Locale) => `name.${locale}`;
const nameLabel = (locale: Locale) =>
  text(
    `名称（${LANGUAGE_NAMES[locale]}）`,
    `Name (${LANGUAGE_NAMES[locale]})`,
    `Nome (${LANGUAGE_NAMES[locale]})`,
    `名稱（${LANGUAGE_NAMES[locale]}）`,
  );

const toForm = (form: CategoryRow['form'] | undefined): FormValues => ({
  code: form?.code ?? '',
  parentId: form?.parentId ?? null,
  iconId: form?.iconId ?? null,
  sort: form?.sort ?? 0,
  visible: form?.visible ?? true,
  ...Object.fromEntries(LOCALES.map((locale) => [nameIn(locale), form?.name[locale] ?? ''])),
});
const fromForm = (values: FormValues): Omit<Save, 'version'> => ({
  name: Object.fromEntries(LOCALES.map((locale) => [locale, textOf(values[nameIn(locale)])])) as Save['name'],
  code: textOf(values.code),
  parentId: typeof values.parentId === 'number' ? values.parentId : null,
  iconId: typeof values.iconId === 'number' ? values.iconId : null,
  sort: Number(values.sort),
  visible: values.visible === true,
});

/** Builds the form. Possible parents are first-level categories except the category itself, since there are two levels. */
function groupsOf(rows: readonly CategoryRow[], row: CategoryRow | undefined): readonly FieldGroup<FormValues>[] {
  const stored: ReadonlyMap<number, Shown> =
    row?.iconUrl && row.form.iconId ? new Map([[row.form.iconId, { url: row.iconUrl, name: row.name }]]) : new Map();
  const tops = rows.filter(({ level, id }) => level === 0 && id !== row?.id);
  const names = LOCALES.map(
    (locale): Field => ({
      kind: 'text',
      name: nameIn(locale),
      label: nameLabel(locale),
      max: CATEGORY_LIMITS.name.max,
    }),
  );
  return [
    {
      key: 'category',
      fields: [
        ...names,
        {
          kind: 'text',
          name: 'code',
          label: 'articleCategory.code',
          help: 'articleCategory.codeHelp',
          required: true,
          pattern: CATEGORY_LIMITS.code,
          max: 32,
        },
        {
          kind: 'choice',
          name: 'parentId',
          label: 'articleCategory.parentId',
          options: tops.map(({ id, name }) => ({ value: id, text: name })),
        },
        {
          kind: 'custom',
          name: 'iconId',
          label: 'articleCategory.icon',
          render: ({ id, value, onChange, disabled, describedBy }) => (
            <FileUpload
              {...{ id, disabled, describedBy, stored }}
              scene="categoryIcon"
              label={translate('articleCategory.icon')}
              value={value as number | null}
              onChange={onChange}
            />
          ),
        },
        { kind: 'number', name: 'sort', label: 'articleCategory.sort', ...ARTICLE_LIMITS.sort },
        { kind: 'switch', name: 'visible', label: 'articleCategory.visible', help: 'articleCategory.visibleHelp' },
      ],
    },
  ];
}

interface EditorProps {
  /** Null for a new category. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** The form of a category. */
export function CategoryEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('information.Category/getList', { limit: 100 }, { staleTime: 0 });
  const fresh = onlyFresh(query);
  const row = query.data?.list.find((one) => one.id === id);
  const title = id === null ? t('articleCategory.add') : t('articleCategory.editTitle', { name: row?.name ?? '' });
  return (
    <Drawer open size="min(560px, 100vw)" title={title} onClose={onClose}>
      <QueryBoundary query={fresh} minHeight={320}>
        {({ list }) => <Form rows={list} id={id} title={title} onClose={onClose} />}
      </QueryBoundary>
    </Drawer>
  );
}

function Form({
  rows,
  id,
  title,
  onClose,
}: EditorProps & { readonly rows: readonly CategoryRow[]; readonly title: string }) {
  // A refetch must not change the edited values.
  const [stored] = useState(rows);
  const row = stored.find((one) => one.id === id);
  const initial = useMemo(() => toForm(row?.form), [row]);
  const groups = useMemo(() => groupsOf(stored, row), [stored, row]);
  return (
    <EntityForm<'information.Category/save', FormValues>
      formKey={row ? `articleCategory.edit.${row.id}` : 'articleCategory.new'}
      title={title}
      initial={initial}
      groups={groups}
      address="information.Category/save"
      version={row?.version ?? 0}
      toInput={({ values, version }) => ({ ...fromForm(values), version, ...(row && { id: row.id }) })}
      submit="articleCategory.save"
      onDone={onClose}
    />
  );
}
