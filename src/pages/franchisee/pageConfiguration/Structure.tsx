import { FORM, FORM_KINDS, type FormKind } from '@contract/franchiseForm';
import { inWords } from '@contract/franchiseForm.words';
import type { PageFault } from '@contract/franchisePage.check';
import {
  BLOCK_KINDS,
  BLOCK_TEXT,
  type BlockKind,
  KIND_TEXT,
  NEEDED,
  PAGE,
  type PageContent,
} from '@contract/franchisePage.content';
import type { Locale } from '@contract/text';
import { useT } from '@/app/i18n/i18n';
import { Button } from '@/ui/Button';
import { Select } from '@/ui/Select';
import { addBlock, addField, moved, type Selection } from './content';
import styles from './index.css';
import { OrderList } from './OrderList';

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

/** Lists the page's settings, blocks and fields in order. */
export function Structure(props: StructureProps) {
  const { selection, onSelect } = props;
  const t = useT();
  return (
    <nav className={styles.structure} aria-label={t('franchisePage.structure')}>
      <Button
        type={selection.part === 'settings' ? 'primary' : 'default'}
        aria-pressed={selection.part === 'settings'}
        onClick={() => onSelect({ part: 'settings', at: 0 })}
      >
        {t('franchisePage.settings')}
      </Button>
      <Blocks {...props} />
      <Fields {...props} />
    </nav>
  );
}

const countAt = (faults: readonly PageFault[], area: 'blocks' | 'fields', at: number) =>
  faults.filter(({ path }) => path.startsWith(`${area}.${at}.`)).length;

function Blocks({ content, locale, selection, readOnly, faults, onSelect, onChange }: StructureProps) {
  const t = useT();
  const { blocks } = content;
  const freeKinds = BLOCK_KINDS.filter(
    (kind) => !NEEDED.includes(kind) || !blocks.some((block) => block.kind === kind),
  );
  return (
    <>
      <h2>{t('franchisePage.blocks')}</h2>
      <OrderList
        label={t('franchisePage.blocks')}
        entries={blocks.map((block, index) => ({
          key: block.key,
          name: inWords(block.title, locale) || t(BLOCK_TEXT[block.kind]),
          note: t(BLOCK_TEXT[block.kind]),
          faults: countAt(faults, 'blocks', index),
        }))}
        selected={selection.part === 'block' ? selection.at : null}
        readOnly={readOnly}
        onSelect={(index) => onSelect({ part: 'block', at: index })}
        onMove={(from, to) => {
          onChange({ ...content, blocks: moved(blocks, from, to) });
          onSelect({ part: 'block', at: to });
        }}
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
    </>
  );
}

function Fields({ content, locale, selection, readOnly, faults, published, onSelect, onChange }: StructureProps) {
  const t = useT();
  const { fields } = content;
  return (
    <>
      <h2>{t('franchisePage.fields')}</h2>
      <OrderList
        label={t('franchisePage.fields')}
        entries={fields.map((field, index) => ({
          key: String(index),
          name: inWords(field.label, locale) || field.key,
          note: t(KIND_TEXT[field.kind]),
          faults: countAt(faults, 'fields', index),
        }))}
        selected={selection.part === 'field' ? selection.at : null}
        readOnly={readOnly}
        onSelect={(index) => onSelect({ part: 'field', at: index })}
        onMove={(from, to) => {
          onChange({ ...content, fields: moved(fields, from, to) });
          onSelect({ part: 'field', at: to });
        }}
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
    </>
  );
}
