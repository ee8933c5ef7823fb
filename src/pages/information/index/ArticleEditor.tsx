import type { Data } from '@contract/index';
import { RULE } from '@contract/rule-ids';
import { useMemo, useState } from 'react';
import { useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData, useData, useFresh } from '@/app/request/useData';
import { EntityForm } from '@/ui/EntityForm';
import type { FormValues } from '@/ui/EntityForm/store';
import type { Shown } from '@/ui/FileUpload';
import { Drawer } from '@/ui/library/Drawer';
import { QueryBoundary } from '@/ui/QueryBoundary';
import { type Detail, fromForm, groupsOf, toForm } from './articleForm';

interface EditorProps {
  /** Id of the article, or `null` for a new one. */
  readonly id: number | null;
  /** `true` if a new entry is an agreement or a help text, `false` if it is an article. */
  readonly agreement: boolean;
  readonly onClose: () => void;
}

/** Edits an article in a form. */
export function ArticleEditor({ id, agreement, onClose }: EditorProps) {
  const t = useT();
  const writing = useData('information.Article/getWriting', {}, { staleTime: 0 });
  const query = useData('information.Article/getDetail', { id: id ?? 0 }, { enabled: id !== null, staleTime: 0 });
  const fresh = useFresh(query);
  const added = t(agreement ? 'article.addAgreement' : 'article.add');
  const title = id === null ? added : t('article.editTitle', { name: query.data?.title ?? '' });
  return (
    <Drawer open size="min(860px, 100vw)" title={title} onClose={onClose}>
      <QueryBoundary query={writing} minHeight={480}>
        {(known) =>
          id === null ? (
            <Form opened={null} title={title} {...{ writing: known, agreement, onClose }} />
          ) : (
            <QueryBoundary query={fresh} minHeight={480}>
              {(article) => (
                <Form
                  key={article.id}
                  opened={article}
                  title={title}
                  writing={known}
                  agreement={article.kind !== 'article'}
                  onClose={onClose}
                />
              )}
            </QueryBoundary>
          )
        }
      </QueryBoundary>
    </Drawer>
  );
}

interface FormProps {
  readonly opened: Detail | null;
  readonly title: string;
  readonly writing: Data<'information.Article/getWriting'>;
  readonly agreement: boolean;
  readonly onClose: () => void;
}

const coverOf = (article: Detail | null): ReadonlyMap<number, Shown> => {
  const { coverUrl = null, form, title = '' } = article ?? {};
  return coverUrl === null || !form?.coverId ? new Map() : new Map([[form.coverId, { url: coverUrl, name: title }]]);
};

function Form({ opened, title, writing, agreement, onClose }: FormProps) {
  // A refetch of the article must not change the edited values.
  const [stored] = useState(opened);
  const [known] = useState(writing);
  const initial = useMemo(() => toForm(stored?.form, known.defaultLanguage, agreement), [stored, known, agreement]);
  const { can } = usePlatform();
  const isEndFixed = stored?.state === 'published' && !can(RULE['information.publish']);
  const groups = useMemo(
    () => groupsOf(known, agreement, coverOf(stored), isEndFixed),
    [known, agreement, stored, isEndFixed],
  );
  const id = stored?.id;
  const kind = agreement ? 'agreement' : 'article';
  return (
    <EntityForm<'information.Article/save', FormValues>
      formKey={id === undefined ? `${kind}.new` : `article.edit.${id}`}
      title={title}
      initial={initial}
      groups={groups}
      address="information.Article/save"
      version={stored?.version ?? 0}
      wide
      toInput={({ values, version }) => ({ ...fromForm(values), version, ...(id === undefined ? {} : { id }) })}
      submit="article.saveDraft"
      onDone={onClose}
      {...(id === undefined
        ? {}
        : {
            reload: async () => {
              const latest = await readData('information.Article/getDetail', { id });
              return { values: toForm(latest.form, known.defaultLanguage, agreement), version: latest.version };
            },
          })}
    />
  );
}
