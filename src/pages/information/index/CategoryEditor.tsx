import type { Data, Input } from '@contract/index';
import { ARTICLE_LIMITS, CATEGORY_LIMITS } from '@contract/information.states';
import { LANGUAGE_NAMES, LOCALES, type Locale, text } from '@contract/text';
import { useMemo, useState } from 'react';
import { t as translate, useT } from '@/app/i18n/i18n';
import { useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload, type Shown } from '@/ui/FileUpload';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { textOf } from './parts';

type CategoryForm = Data<'information.Category/getForm'>;
type Save = Input<'information.Category/save'>;

const nameIn = (locale: Locale) => `name.${locale}`;
const nameLabel = (locale: Locale) =>
  text(
    `名称（${LANGUAGE_NAMES[locale]}）`,
    `Name (${LANGUAGE_NAMES[locale]})`,
    `Nome (${LANGUAGE_NAMES[locale]})`,
    `名稱（${LANGUAGE_NAMES[locale]}）`,
  );

const toForm = (form: NonNullable<CategoryForm['category']>['form'] | undefined): FormValues => ({
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

/** Builds the groups of the form. There are only two levels, so a parent must be another category of the first level. */
function groupsOf({ category, parents }: CategoryForm): readonly FieldGroup<FormValues>[] {
  const stored: ReadonlyMap<number, Shown> =
    category?.iconUrl && category.form.iconId
      ? new Map([[category.form.iconId, { url: category.iconUrl, name: category.name }]])
      : new Map();
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
          options: parents.map(({ value, label }) => ({ value, text: label })),
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
  /** Id of the category, or `null` for a new one. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** Edits a category in a form. */
export function CategoryEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('information.Category/getForm', id === null ? {} : { id }, { staleTime: 0 });
  const fresh = useFresh(query);
  const name = query.data?.category?.name ?? '';
  const title = id === null ? t('articleCategory.add') : t('articleCategory.editTitle', { name });
  return (
    <Drawer open size="min(560px, 100vw)" title={title} onClose={onClose}>
      <QueryBoundary query={fresh} minHeight={320}>
        {(form) => <Form loaded={form} title={title} onClose={onClose} />}
      </QueryBoundary>
    </Drawer>
  );
}

interface FormProps {
  readonly loaded: CategoryForm;
  readonly title: string;
  readonly onClose: () => void;
}

function Form({ loaded, title, onClose }: FormProps) {
  // Keep the first version, because a refetch must not change values that the user edits.
  const [stored] = useState(loaded);
  const { category } = stored;
  const initial = useMemo(() => toForm(category?.form), [category]);
  const groups = useMemo(() => groupsOf(stored), [stored]);
  return (
    <EntityForm<'information.Category/save', FormValues>
      formKey={category ? `articleCategory.edit.${category.id}` : 'articleCategory.new'}
      title={title}
      initial={initial}
      groups={groups}
      address="information.Category/save"
      version={category?.version ?? 0}
      toInput={({ values, version }) => ({ ...fromForm(values), version, ...(category && { id: category.id }) })}
      submit="articleCategory.save"
      onDone={onClose}
    />
  );
}
