import { checkKinds, checkPage, PAGE_FAULTS, type PageFault } from '@contract/franchisePage.check';
import { imagesOf } from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import type { Locale } from '@contract/text';
import { useEffect, useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { PromptHost } from '@/ui/calls/PromptHost';
import { FieldWork } from '@/ui/EntityForm/fieldWork';
import { SubmissionNotices } from '@/ui/EntityForm/useEntitySubmission';
import { Library } from '@/ui/library/Library';
import { LanguageRadio } from '@/ui/RadioGroup/LanguageRadio';
import { StatusTag } from '@/ui/StatusTag';
import { type Selection, selectionOf } from './content';
import styles from './index.css';
import { Preview } from './Preview';
import { Properties } from './Properties';
import { Structure } from './Structure';
import { Toolbar } from './Toolbar';
import { PARTS, useDraftStore } from './useDraftStore';

const EDIT_RULE = 4302;
type Draft = Data<'franchise.Page/getDraft'>;

/** Provides the URLs of the page's pictures by file id. @param taken the restored draft; its pictures are loaded */
function useImages(draft: Draft, content: Parameters<typeof imagesOf>[0], taken: unknown) {
  const [images, setImages] = useState<ReadonlyMap<number, string>>(
    new Map(draft.images.map(({ id, src }) => [id, src])),
  );
  const onPicture = (fileId: number) => {
    // If the URL cannot be loaded, the preview has no picture. On saving, the server reports the missing file.
    void readData('franchise.Page/getPicture', { fileId }).then(
      ({ src }) => setImages((known) => new Map(known).set(fileId, src)),
      () => undefined,
    );
  };
  // biome-ignore lint/correctness/useExhaustiveDependencies: once for each restored draft
  useEffect(() => {
    if (taken) for (const id of imagesOf(content)) if (!images.has(id)) onPicture(id);
  }, [taken]);
  return { images, onPicture };
}

/** Renders the page builder: blocks and fields on the left, the phone preview in the middle, properties on the right. */
export function Builder({ draft, onSaved }: { readonly draft: Draft; readonly onSaved: () => void }) {
  const t = useT();
  const shown = useLocale();
  const { can } = usePlatform();
  const readOnly = !can(EDIT_RULE);
  const store = useDraftStore(draft, readOnly);
  const { content, submission } = store;
  const { taken } = submission.drafts;
  const { locales } = draft;
  const [locale, setLocale] = useState<Locale>(locales.includes(shown) ? shown : (locales[0] ?? shown));
  const [selection, setSelection] = useState<Selection>({ part: 'settings', at: 0 });
  const [showsFaults, setShowsFaults] = useState(false);
  const { images, onPicture } = useImages(draft, content, taken);
  const published = useMemo(() => new Map(draft.publishedKeys.map(({ key, kind }) => [key, kind])), [draft]);
  const faults = useMemo(
    () => [...checkPage(content, locales), ...checkKinds(content.fields, draft.publishedKeys as never)],
    [content, locales, draft],
  );
  const stored = useMemo(() => new Map([...images].map(([id, url]) => [id, { url, name: `${id}` }])), [images]);
  const errorOf = (property: string) => {
    const path =
      selection.part === 'settings' ? `settings.${property}` : `${selection.part}s.${selection.at}.${property}`;
    const fault = showsFaults ? faults.find((one) => one.path === path) : undefined;
    return fault && t(PAGE_FAULTS[fault.fault]);
  };
  return (
    <Library>
      <SubmissionNotices
        submission={submission}
        form={store.form}
        fields={PARTS}
        onMerge={(mine) => void submission.merge(mine)}
      />
      <Toolbar
        draft={draft}
        store={store}
        faults={faults}
        readOnly={readOnly}
        onFaults={(list) => {
          setShowsFaults(true);
          const [first] = list;
          if (first) setSelection(selectionOf(first));
        }}
        onSaved={onSaved}
      />
      <div className={styles.languages}>
        <LanguageRadio label={t('franchisePage.language')} value={locale} languages={locales} onChange={setLocale} />
        {showsFaults ? <Faults faults={faults} onOpen={(fault) => setSelection(selectionOf(fault))} /> : null}
      </div>
      <div className={styles.builder}>
        <Structure
          {...{ content, locale, selection, readOnly }}
          faults={showsFaults ? faults : []}
          published={[...published.keys()]}
          onSelect={setSelection}
          onChange={store.change}
        />
        <Preview content={content} locale={locale} words={draft.words[locale] ?? {}} images={images} />
        <FieldWork value={store.beginUpload}>
          <Properties
            {...{ content, locale, selection, readOnly, published, errorOf, stored, onPicture }}
            onChange={store.change}
            onRemoved={() => setSelection({ part: 'settings', at: 0 })}
          />
        </FieldWork>
      </div>
      <PromptHost />
    </Library>
  );
}

interface FaultsProps {
  readonly faults: readonly PageFault[];
  readonly onOpen: (fault: PageFault) => void;
}

/**
 * Shows the number of faults that prevent publication, and lists the first five. A click on a fault opens its block, its field or the
 * settings.
 */
function Faults({ faults, onOpen }: FaultsProps) {
  const t = useT();
  if (faults.length === 0) return <StatusTag tone="good" text={t('franchisePage.noFaults')} />;
  return (
    <div className={styles.faults} role="alert">
      <StatusTag tone="bad" text={t('franchisePage.faultCount', { n: faults.length })} />
      <ul>
        {faults.slice(0, 5).map((fault) => (
          <li key={`${fault.path} ${fault.fault}`}>
            <Button type="link" size="small" onClick={() => onOpen(fault)}>
              {t(PAGE_FAULTS[fault.fault])}
            </Button>
          </li>
        ))}
      </ul>
    </div>
  );
}
