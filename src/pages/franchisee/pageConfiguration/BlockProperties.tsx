import { DeleteOutlined } from '@ant-design/icons';
import { inWords } from '@contract/franchiseForm.words';
import {
  BLOCK_TEXT,
  type Block,
  type BlockItem,
  EMPTY_TEXT,
  FORMATTED,
  PAGE,
  WITH_ITEMS,
  WITH_TEXT,
} from '@contract/franchisePage.content';
import { lazy, Suspense } from 'react';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { FileUpload } from '@/ui/FileUpload';
import { type BlockChange, replaced, without } from './content';
import styles from './index.css';
import { CustomProperty, TextProperty, WordsProperty } from './parts';
import type { PropertiesProps } from './properties.types';

const RichText = lazy(() => import('@/features/richText').then((module) => ({ default: module.RichText })));

interface BlockProps extends PropertiesProps {
  readonly block: Block;
  readonly change: (change: BlockChange) => void;
}

/** Edits the texts, pictures and phone number of a block. */
export function BlockProperties(props: BlockProps) {
  const { block, locale, readOnly: disabled, change, errorOf } = props;
  const t = useT();
  const { kind } = block;
  return (
    <>
      <p className={styles.kind}>{t(BLOCK_TEXT[kind])}</p>
      <WordsProperty
        label="franchisePage.blockTitle"
        value={block.title}
        locale={locale}
        max={PAGE.blockTitle.max}
        disabled={disabled}
        error={errorOf('title')}
        onChange={(title) => change({ title })}
      />
      {FORMATTED.includes(kind) ? (
        <CustomProperty
          label="franchisePage.blockText"
          error={errorOf('text')}
          render={({ id, describedBy }) => (
            <Suspense fallback={null}>
              <RichText
                key={`${block.key}.${locale}`}
                control={{
                  id,
                  label: t('franchisePage.blockText'),
                  describedBy,
                  disabled,
                  value: block.text[locale],
                  invalid: errorOf('text') !== undefined,
                  onChange: (html) => change({ text: { ...block.text, [locale]: String(html) } }),
                }}
                label={t('franchisePage.blockText')}
                max={PAGE.html.max}
                words={[]}
              />
            </Suspense>
          )}
        />
      ) : null}
      {WITH_TEXT.includes(kind) && !FORMATTED.includes(kind) ? (
        <WordsProperty
          label={kind === 'form' ? 'franchisePage.button' : 'franchisePage.blockText'}
          value={block.text}
          locale={locale}
          max={kind === 'form' ? PAGE.blockTitle.max : PAGE.text.max}
          {...(kind !== 'form' && { rows: 3 })}
          disabled={disabled}
          error={errorOf('text')}
          onChange={(text) => change({ text })}
        />
      ) : null}
      {kind === 'contact' ? (
        <TextProperty
          label="franchisePage.tel"
          value={block.tel}
          max={PAGE.tel.max}
          disabled={disabled}
          onChange={(tel) => change({ tel })}
        />
      ) : null}
      {kind === 'banner' ? <Picture {...props} value={block.image} onChange={(image) => change({ image })} /> : null}
      {WITH_ITEMS.includes(kind) ? <Items {...props} /> : null}
    </>
  );
}

interface PictureProps extends Pick<PropertiesProps, 'stored' | 'readOnly' | 'onPicture'> {
  readonly value: number | null;
  readonly onChange: (id: number | null) => void;
}

/** Edits one picture. The permanent URL of a new picture is loaded immediately, so that the preview can show the picture. */
export function Picture({ value, stored, readOnly, onPicture, onChange }: PictureProps) {
  const t = useT();
  return (
    <CustomProperty
      label="franchisePage.picture"
      render={({ id, describedBy }) => (
        <FileUpload
          id={id}
          describedBy={describedBy}
          disabled={readOnly}
          scene="franchisePage"
          label={t('franchisePage.picture')}
          stored={stored}
          value={value}
          onChange={(fileId: number | null) => {
            onChange(fileId);
            if (fileId !== null) onPicture(fileId);
          }}
        />
      )}
    />
  );
}

function Items(props: BlockProps) {
  const { block, locale, readOnly: disabled, change, errorOf } = props;
  const t = useT();
  const { items } = block;
  const set = (at: number, part: Partial<BlockItem>) =>
    change((now) => {
      const item = now.items[at];
      return item ? { items: replaced(now.items, at, { ...item, ...part }) } : {};
    });
  return (
    <>
      {items.map((item, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry is identified by its position.
        <fieldset key={at} className={styles.options} disabled={disabled}>
          <legend>{t('franchisePage.itemN', { n: at + 1 })}</legend>
          <WordsProperty
            label="franchisePage.itemTitle"
            value={item.title}
            locale={locale}
            max={PAGE.itemTitle.max}
            onChange={(title) => set(at, { title })}
          />
          <WordsProperty
            label="franchisePage.itemText"
            value={item.text}
            locale={locale}
            max={PAGE.itemText.max}
            rows={2}
            onChange={(text) => set(at, { text })}
          />
          {block.kind === 'cases' ? (
            <Picture {...props} value={item.image} onChange={(image) => set(at, { image })} />
          ) : null}
          {disabled ? null : (
            <Button
              size="small"
              type="text"
              icon={<DeleteOutlined aria-hidden />}
              onClick={() => change({ items: without(items, at) })}
              aria-label={t('franchisePage.removeEntry', {
                name: inWords(item.title, locale) || t('franchisePage.itemN', { n: at + 1 }),
              })}
            />
          )}
        </fieldset>
      ))}
      {errorOf('items') ? <p className={styles.error}>{errorOf('items')}</p> : null}
      {disabled || items.length >= PAGE.items.max ? null : (
        <Button
          size="small"
          onClick={() => change({ items: [...items, { title: EMPTY_TEXT, text: EMPTY_TEXT, image: null }] })}
        >
          {t('franchisePage.addItem')}
        </Button>
      )}
    </>
  );
}
