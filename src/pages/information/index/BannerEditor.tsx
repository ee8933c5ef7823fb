import type { Data, Input } from '@contract/index';
import {
  BANNER_LIMITS,
  BANNER_POSITIONS,
  FREQUENCY_TEXT,
  type Frequency,
  JUMP_PATTERN,
  JUMP_TEXT,
  type JumpType,
  POSITIONS,
} from '@contract/information.states';
import { useMemo, useState } from 'react';
import { t as translate, useT } from '@/app/i18n/i18n';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Field, FieldGroup } from '@/ui/EntityForm/types';
import { FileUpload, type Shown } from '@/ui/FileUpload';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { numbersOf, textOf } from './parts';

type Detail = Data<'information.Banner/getDetail'>;
type Save = Input<'information.Banner/save'>;

const JUMPS = ['article', 'page', 'miniProgram', 'web'] as const;
const valueName = (jump: (typeof JUMPS)[number]) => `jump_${jump}`;

const toForm = (form: Detail['form'] | undefined): FormValues => ({
  title: form?.title ?? '',
  imageId: form?.imageId ?? null,
  position: form?.position ?? 'home',
  jumpType: form?.jumpType ?? 'none',
  teamIds: form?.teamIds ?? [],
  startAt: form?.startAt ?? null,
  endAt: form?.endAt ?? null,
  frequency: form?.frequency ?? 'always',
  sort: form?.sort ?? 0,
  ...Object.fromEntries(JUMPS.map((jump) => [valueName(jump), form?.jumpType === jump ? (form.jumpValue ?? '') : ''])),
});

function fromForm(values: FormValues): Omit<Save, 'version'> {
  const jumpType = values.jumpType as JumpType;
  return {
    title: textOf(values.title),
    imageId: Number(values.imageId),
    position: values.position as Save['position'],
    jumpType,
    jumpValue: jumpType === 'none' ? null : textOf(values[valueName(jumpType)]),
    teamIds: numbersOf(values.teamIds),
    startAt: String(values.startAt),
    endAt: String(values.endAt),
    frequency: values.frequency as Frequency,
    sort: Number(values.sort),
  };
}

const isLater = (value: unknown, { startAt }: FormValues) =>
  typeof value === 'string' && typeof startAt === 'string' && Date.parse(value) <= Date.parse(startAt)
    ? ({ rule: 'range', text: 'banner.endAfterStart' } as const)
    : null;

const groupsOf = (stored: ReadonlyMap<number, Shown>): readonly FieldGroup<FormValues>[] => [
  {
    key: 'banner',
    fields: [
      { kind: 'text', name: 'title', label: 'banner.title', required: true, ...BANNER_LIMITS.title },
      {
        kind: 'choice',
        name: 'position',
        label: 'banner.position',
        required: true,
        options: POSITIONS.map((value) => ({ value, label: BANNER_POSITIONS[value].text })),
      },
      {
        kind: 'custom',
        name: 'imageId',
        label: 'banner.image',
        help: 'banner.imageHelp',
        required: true,
        select: true,
        render: ({ id, value, onChange, disabled, describedBy }) => (
          <FileUpload
            {...{ id, disabled, describedBy, stored }}
            scene="bannerImage"
            label={translate('banner.image')}
            value={value as number | null}
            onChange={onChange}
          />
        ),
      },
      {
        kind: 'radio',
        name: 'jumpType',
        label: 'banner.jumpType',
        options: (Object.keys(JUMP_TEXT) as JumpType[]).map((value) => ({ value, label: JUMP_TEXT[value] })),
      },
      ...JUMPS.map(
        (jump): Field => ({
          kind: 'text',
          name: valueName(jump),
          label: `banner.jump_${jump}`,
          required: true,
          when: ({ jumpType }) => jumpType === jump,
          pattern: JUMP_PATTERN[jump],
          max: BANNER_LIMITS.jumpValue,
        }),
      ),
      { kind: 'moment', name: 'startAt', label: 'banner.startAt', required: true },
      { kind: 'moment', name: 'endAt', label: 'banner.endAt', required: true, check: isLater },
      {
        kind: 'radio',
        name: 'frequency',
        label: 'banner.frequency',
        options: (Object.keys(FREQUENCY_TEXT) as Frequency[]).map((value) => ({ value, label: FREQUENCY_TEXT[value] })),
      },
      {
        kind: 'options',
        name: 'teamIds',
        label: 'banner.teamIds',
        help: 'article.teamIdsHelp',
        source: 'teams',
        multiple: true,
        max: 200,
      },
      { kind: 'number', name: 'sort', label: 'banner.sort', help: 'article.sortHelp', ...BANNER_LIMITS.sort },
    ],
  },
];

interface EditorProps {
  /** Id of the banner, or `null` for a new one. */
  readonly id: number | null;
  readonly onClose: () => void;
}

/** Edits a banner in a form. */
export function BannerEditor({ id, onClose }: EditorProps) {
  const t = useT();
  const query = useData('information.Banner/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const title = id === null ? t('banner.add') : t('banner.editTitle', { name: query.data?.title ?? '' });
  return (
    <Drawer open size="min(640px, 100vw)" title={title} onClose={onClose}>
      {id === null ? (
        <Form opened={null} title={title} onClose={onClose} />
      ) : (
        <QueryBoundary query={fresh} minHeight={480}>
          {(banner) => <Form key={banner.id} opened={banner} title={title} onClose={onClose} />}
        </QueryBoundary>
      )}
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Detail | null;
  readonly title: string;
  readonly onClose: () => void;
}

const imageOf = (banner: Detail | null): ReadonlyMap<number, Shown> =>
  new Map(banner ? [[banner.form.imageId, { url: banner.imageUrl, name: banner.title }]] : []);

function Form({ opened, title, onClose }: FormProps) {
  // A refetch of the banner must not change the edited values.
  const [stored] = useState(opened);
  const initial = useMemo(() => toForm(stored?.form), [stored]);
  const groups = useMemo(() => groupsOf(imageOf(stored)), [stored]);
  const id = stored?.id;
  return (
    <EntityForm<'information.Banner/save', FormValues>
      formKey={id === undefined ? 'banner.new' : `banner.edit.${id}`}
      title={title}
      initial={initial}
      groups={groups}
      address="information.Banner/save"
      version={stored?.version ?? 0}
      toInput={({ values, version }) => ({ ...fromForm(values), version, ...(id === undefined ? {} : { id }) })}
      submit="banner.save"
      onDone={onClose}
      {...(id === undefined
        ? {}
        : {
            reload: async () => {
              const latest = await readData('information.Banner/getDetail', { id });
              return { values: toForm(latest.form), version: latest.version };
            },
          })}
    />
  );
}
