import type { Data, Input as InputOf } from '@contract/index';
import { ITEM_GROUPS, type ItemGroup, SAFETY } from '@contract/siteSafety.states';
import { useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Control, Fault, FieldGroup } from '@/ui/EntityForm/types';
import { Drawer } from '@/ui/library/Drawer';
import { Input } from '@/ui/library/Input';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { Select } from '@/ui/Select';
import styles from './index.css';

type Item = InputOf<'safety.Site/saveChecklist'>['items'][number];
/** An item of a checklist as typed. Its points are text. */
type TypedItem = Omit<Item, 'points'> & { readonly points: string };

const isWhole = ({ title, standard, points }: TypedItem): boolean => {
  const fits = (text: string, { min, max }: { readonly min: number; readonly max: number }) =>
    text.trim().length >= min && text.trim().length <= max;
  const n = Number(points);
  const { min, max } = SAFETY.points;
  return (
    fits(title, SAFETY.itemTitle) && fits(standard, SAFETY.standard) && Number.isInteger(n) && n >= min && n <= max
  );
};
function itemsFault(value: unknown): Fault | null {
  const items = value as readonly TypedItem[];
  return items.length > 0 && items.every(isWhole) ? null : { rule: 'pattern', text: 'siteChecklist.itemsFault' };
}

/** Returns a key that no item of the list uses. */
function freeKey(items: readonly TypedItem[]): string {
  const used = new Set(items.map(({ key }) => key));
  let n = items.length + 1;
  while (used.has(`i${n}`)) n += 1;
  return `i${n}`;
}

function Items({ control }: { readonly control: Control }) {
  const t = useT();
  const items = control.value as readonly TypedItem[];
  const { disabled, onChange } = control;
  const set = (at: number, patch: Partial<TypedItem>) =>
    onChange(items.map((item, index) => (index === at ? { ...item, ...patch } : item)));
  const options = ITEM_GROUPS.map((value) => ({ value, label: t(`siteInspection.group_${value}`) }));
  return (
    <div className={styles.items}>
      {items.map((item, at) => {
        const name = t('siteChecklist.itemN', { n: at + 1 });
        const labelled = (label: string) => `${name} · ${label}`;
        return (
          <fieldset key={item.key} className={styles.item}>
            <legend data-visually-hidden="">{name}</legend>
            <div className={styles.line}>
              <Select<ItemGroup>
                label={labelled(t('siteInspection.group'))}
                value={item.group}
                options={options}
                disabled={disabled}
                onChange={(group) => group && set(at, { group })}
              />
              <Input
                value={item.points}
                aria-label={labelled(t('siteInspection.max'))}
                inputMode="numeric"
                disabled={disabled}
                onChange={(event) => set(at, { points: event.target.value })}
              />
              <Button
                disabled={disabled || items.length === 1}
                aria-label={t('siteChecklist.removeItem', { n: at + 1 })}
                onClick={() => onChange(items.filter((_item, index) => index !== at))}
              >
                ×
              </Button>
            </div>
            <Input
              value={item.title}
              aria-label={labelled(t('siteInspection.title'))}
              placeholder={t('siteInspection.title')}
              disabled={disabled}
              onChange={(event) => set(at, { title: event.target.value })}
            />
            <Input
              value={item.standard}
              aria-label={labelled(t('siteInspection.standard'))}
              placeholder={t('siteInspection.standard')}
              disabled={disabled}
              onChange={(event) => set(at, { standard: event.target.value })}
            />
          </fieldset>
        );
      })}
      <div>
        <Button
          id={control.id}
          disabled={disabled || items.length >= SAFETY.items.max}
          onClick={() => onChange([...items, { ...NEW, key: freeKey(items), group: items.at(-1)?.group ?? NEW.group }])}
        >
          {t('siteChecklist.addItem')}
        </Button>
      </div>
    </div>
  );
}

const NEW: TypedItem = { key: 'i1', group: 'documents', title: '', standard: '', points: '5' };
const GROUPS: readonly FieldGroup<FormValues>[] = [
  {
    key: 'checklist',
    fields: [
      { kind: 'text', name: 'name', label: 'siteChecklist.name', required: true, ...SAFETY.checklistName },
      {
        kind: 'custom',
        name: 'items',
        label: 'siteChecklist.items',
        required: true,
        wide: true,
        check: itemsFault,
        render: (control) => <Items control={control} />,
      },
    ],
  },
];

type Checklist = Data<'safety.Site/getChecklist'>;
const valuesOf = (checklist: Checklist | null): FormValues => ({
  name: checklist?.name ?? '',
  items: checklist
    ? checklist.items.map(({ groupText: _words, points, ...item }) => ({ ...item, points: String(points) }))
    : [NEW],
});

/** Edits a new checklist or a draft. Saving a published checklist creates a draft of its next version. */
export function ChecklistForm({ id, onClose }: { readonly id: number | null; readonly onClose: () => void }) {
  const t = useT();
  const query = useData('safety.Site/getChecklist', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('siteChecklist.add') : `${t('siteChecklist.edit')} ${query.data?.name ?? ''}`;
  return (
    <Drawer open size="min(680px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form opened={null} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(checklist) => <Form opened={checklist} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

function Form({ opened, onClose }: { readonly opened: Checklist | null; readonly onClose: () => void }) {
  const t = useT();
  const [checklist] = useState(opened);
  const [initial] = useState(() => valuesOf(checklist));
  return (
    <>
      {checklist?.state === 'published' ? <p className={styles.note}>{t('siteChecklist.editPublished')}</p> : null}
      <EntityForm<'safety.Site/saveChecklist', FormValues>
        formKey={checklist ? `siteChecklist.edit.${checklist.id}` : 'siteChecklist.new'}
        title={checklist?.name ?? t('siteChecklist.add')}
        initial={initial}
        groups={GROUPS}
        address="safety.Site/saveChecklist"
        version={checklist?.version ?? 0}
        wide
        toInput={({ values, version }) => ({
          id: checklist?.id ?? null,
          version: checklist ? version : null,
          name: String(values.name).trim(),
          items: (values.items as readonly TypedItem[]).map((item) => ({
            ...item,
            title: item.title.trim(),
            standard: item.standard.trim(),
            points: Number(item.points),
          })),
        })}
        submit="siteChecklist.save"
        onDone={onClose}
        {...(checklist && {
          reload: async () => {
            const latest = await readData('safety.Site/getChecklist', { id: checklist.id });
            return { values: valuesOf(latest), version: latest.version };
          },
        })}
      />
    </>
  );
}
