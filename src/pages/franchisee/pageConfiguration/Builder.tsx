import { FORM, FORM_KINDS, type FormKind } from '@contract/franchiseForm';
import { inWords } from '@contract/franchiseForm.words';
import { checkKinds, checkPage, PAGE_FAULTS, type PageFault } from '@contract/franchisePage.check';
import {
  BLOCK_KINDS,
  BLOCK_TEXT,
  type BlockKind,
  KIND_TEXT,
  NEEDED,
  PAGE,
  type PageContent,
} from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import { LANGUAGE_NAMES, type Locale } from '@contract/text';
import { useMemo, useState } from 'react';
import { useLocale, useT } from '@/app/i18n/i18n';
import { usePlatform } from '@/app/platform';
import { readData } from '@/app/request/useData';
import { Button } from '@/ui/Button';
import { PromptHost } from '@/ui/calls/PromptHost';
import { Library } from '@/ui/library/Library';
import { RadioGroup } from '@/ui/RadioGroup';
import { Select } from '@/ui/Select';
import { StatusTag } from '@/ui/StatusTag';
import { addBlock, addField, moved, type Selection, selectionOf } from './content';
import styles from './index.css';
import { OrderList } from './OrderList';
import { Preview } from './Preview';
import { Properties } from './Properties';
import { Toolbar } from './Toolbar';
import { useDraftStore } from './useDraftStore';

const EDIT_RULE = 4302;
type Draft = Data<'franchise.Page/getDraft'>;

/** Blocks and fields at the left, the phone in the middle, properties at the right. */
export function Builder({ draft, onSaved }: { readonly draft: Draft; readonly onSaved: () => void }) {
  const t = useT();
  const shown = useLocale();
  const { can } = usePlatform();
  const readOnly = !can(EDIT_RULE);
  const store = useDraftStore(draft);
  const { content } = store;
  const { locales } = draft;
  const [locale, setLocale] = useState<Locale>(locales.includes(shown) ? shown : (locales[0] ?? shown));
  const [selection, setSelection] = useState<Selection>({ part: 'settings', at: 0 });
  const [showsFaults, setShowsFaults] = useState(false);
  const [images, setImages] = useState<ReadonlyMap<number, string>>(
    new Map(draft.images.map(({ id, src }) => [id, src])),
  );
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
  const onPicture = (fileId: number) => {
    void readData('franchise.Page/getPicture', { fileId }).then(({ src }) =>
      setImages((known) => new Map(known).set(fileId, src)),
    );
  };
  return (
    <Library>
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
        <RadioGroup<Locale>
          label={t('franchisePage.language')}
          value={locale}
          options={locales.map((value) => ({ value, label: LANGUAGE_NAMES[value] }))}
          onChange={setLocale}
        />
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
        <Properties
          {...{ content, locale, selection, readOnly, published, errorOf, stored, onPicture }}
          onChange={store.change}
          onRemoved={() => setSelection({ part: 'settings', at: 0 })}
        />
      </div>
      <PromptHost />
    </Library>
  );
}

interface FaultsProps {
  readonly faults: readonly PageFault[];
  readonly onOpen: (fault: PageFault) => void;
}

/** What keeps the page from being published; each leads to its place. */
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

interface StructureProps {
  readonly content: PageContent;
  readonly locale: Locale;
  readonly selection: Selection;
  readonly readOnly: boolean;
  readonly faults: readonly PageFault[];
  readonly published: readonly string[];
  readonly onSelect: (selection: Selection) => void;
  readonly onChange: (content: PageContent) => void;
}

/** The page's parts in their order. */
function Structure(props: StructureProps) {
  const { content, locale, selection, readOnly, faults, published, onSelect, onChange } = props;
  const t = useT();
  const { blocks, fields } = content;
  const countAt = (area: string, at: number) => faults.filter(({ path }) => path.startsWith(`${area}.${at}.`)).length;
  const at = (part: Selection['part']) => (selection.part === part ? selection.at : null);
  const move = (part: 'block' | 'field', from: number, to: number) => {
    onChange(
      part === 'block'
        ? { ...content, blocks: moved(blocks, from, to) }
        : { ...content, fields: moved(fields, from, to) },
    );
    onSelect({ part, at: to });
  };
  const freeKinds = BLOCK_KINDS.filter(
    (kind) => !NEEDED.includes(kind) || !blocks.some((block) => block.kind === kind),
  );
  return (
    <nav className={styles.structure} aria-label={t('franchisePage.structure')}>
      <Button
        type={selection.part === 'settings' ? 'primary' : 'default'}
        aria-pressed={selection.part === 'settings'}
        onClick={() => onSelect({ part: 'settings', at: 0 })}
      >
        {t('franchisePage.settings')}
      </Button>
      <h2>{t('franchisePage.blocks')}</h2>
      <OrderList
        label={t('franchisePage.blocks')}
        entries={blocks.map((block, index) => ({
          key: block.key,
          name: inWords(block.title, locale) || t(BLOCK_TEXT[block.kind]),
          note: t(BLOCK_TEXT[block.kind]),
          faults: countAt('blocks', index),
        }))}
        selected={at('block')}
        readOnly={readOnly}
        onSelect={(index) => onSelect({ part: 'block', at: index })}
        onMove={(from, to) => move('block', from, to)}
      />
      {readOnly || blocks.length >= PAGE.blocks.max ? null : (
        <Select<BlockKind>
          label={t('franchisePage.addBlock')}
          placeholder={t('franchisePage.addBlock')}
          value={null}
          options={freeKinds.map((kind) => ({ value: kind, label: t(BLOCK_TEXT[kind]) }))}
          onChange={(kind) => {
            if (kind === null) return;
            onChange(addBlock(content, kind));
            onSelect({ part: 'block', at: blocks.length });
          }}
        />
      )}
      <h2>{t('franchisePage.fields')}</h2>
      <OrderList
        label={t('franchisePage.fields')}
        entries={fields.map((field, index) => ({
          key: String(index),
          name: inWords(field.label, locale) || field.key,
          note: t(KIND_TEXT[field.kind]),
          faults: countAt('fields', index),
        }))}
        selected={at('field')}
        readOnly={readOnly}
        onSelect={(index) => onSelect({ part: 'field', at: index })}
        onMove={(from, to) => move('field', from, to)}
      />
      {readOnly || fields.length >= FORM.fields.max ? null : (
        <Select<FormKind>
          label={t('franchisePage.addField')}
          placeholder={t('franchisePage.addField')}
          value={null}
          options={FORM_KINDS.map((kind) => ({ value: kind, label: t(KIND_TEXT[kind]) }))}
          onChange={(kind) => {
            if (kind === null) return;
            onChange(addField(content, kind, published));
            onSelect({ part: 'field', at: fields.length });
          }}
        />
      )}
    </nav>
  );
}
