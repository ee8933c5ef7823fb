import {
  BoldOutlined,
  DeleteColumnOutlined,
  ItalicOutlined,
  LinkOutlined,
  OrderedListOutlined,
  PictureOutlined,
  RedoOutlined,
  TableOutlined,
  UndoOutlined,
  UnorderedListOutlined,
} from '@ant-design/icons';
import { sensitiveIn } from '@contract/sensitive';
import { Editor } from '@tiptap/core';
import { type ReactNode, useContext, useEffect, useReducer, useRef, useState } from 'react';
import { type Label, useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { Button } from '@/ui/Button';
import { FieldWork } from '@/ui/EntityForm/fieldWork';
import type { Control } from '@/ui/EntityForm/types';
import { FILE_RULES, type UploadScene } from '@/ui/FileUpload/rules';
import { shrink } from '@/ui/FileUpload/shrink';
import { Popover } from '@/ui/Popover';
import { HTTPS } from './address';
import { extensionsOf } from './extensions';
import styles from './index.css';

interface RichTextProps {
  readonly control: Control;
  readonly label: string;
  /** Maximum length of the stored text in characters, including tags. */
  readonly max: number;
  /** Sensitive words to highlight. */
  readonly words: readonly string[];
  /** Upload scene, and a function that returns the permanent URL of a picture. Without `pictures`, there is no button for pictures. */
  readonly pictures?: {
    readonly scene: UploadScene & ('articlePicture' | 'articleCover' | 'announcementPicture');
    readonly pictureSrc: (fileId: number) => Promise<string>;
  };
}

/** Edits formatted text, for example headings, lists, links and tables. The editor's code loads with the form that uses it. */
export function RichText({ control, label, max, words, pictures }: RichTextProps) {
  const t = useT();
  const { id, value, onChange, disabled, invalid, describedBy } = control;
  const place = useRef<HTMLDivElement>(null);
  const [editor, setEditor] = useState<Editor | null>(null);
  const [, changed] = useReducer((n: number) => n + 1, 0);
  const told = useRef(String(value ?? ''));
  const change = useRef(onChange);
  change.current = onChange;
  const start = useRef({ words, label });

  useEffect(() => {
    const made = new Editor({
      element: place.current,
      extensions: extensionsOf(start.current.words, styles.sensitive ?? ''),
      content: told.current,
      // Our content security policy blocks style elements that scripts add.
      injectCSS: false,
      editorProps: {
        attributes: { id, role: 'textbox', 'aria-multiline': 'true', 'aria-label': start.current.label },
      },
      onUpdate: ({ editor: now }) => {
        told.current = now.isEmpty ? '' : now.getHTML();
        change.current(told.current);
      },
      onTransaction: changed,
    });
    setEditor(made);
    return () => made.destroy();
  }, [id]);

  // A restored draft, or the user's choice between two versions, changes the value outside the editor.
  useEffect(() => {
    const next = String(value ?? '');
    if (!editor || next === told.current) return;
    told.current = next;
    editor.commands.setContent(next, { emitUpdate: false });
  }, [editor, value]);
  useEffect(() => {
    editor?.setEditable(!disabled, false);
  }, [editor, disabled]);
  useEffect(() => {
    const dom = editor?.view.dom;
    if (!dom) return;
    if (describedBy === undefined) dom.removeAttribute('aria-describedby');
    else dom.setAttribute('aria-describedby', describedBy);
    dom.setAttribute('aria-invalid', String(invalid));
  }, [editor, describedBy, invalid]);

  const found = editor ? sensitiveIn([editor.getText()], words) : [];
  return (
    <div className={styles.box} data-invalid={invalid || undefined}>
      {editor ? <Toolbar editor={editor} disabled={disabled} pictures={pictures} /> : null}
      <div ref={place} className={styles.text} />
      <div className={styles.foot}>
        <span role="status">{found.length > 0 ? t('richText.sensitive', { words: found.join(', ') }) : null}</span>
        <span>{t('richText.length', { n: told.current.length, max })}</span>
      </div>
    </div>
  );
}

interface ToolbarProps {
  readonly editor: Editor;
  readonly disabled: boolean;
  readonly pictures: RichTextProps['pictures'];
}

function Toolbar({ editor, disabled, pictures }: ToolbarProps) {
  const t = useT();
  const run = () => editor.chain().focus();
  const tool = (name: Label, sign: ReactNode, press: () => void, pressed?: boolean, isOff = false) => (
    <button
      type="button"
      className={styles.tool}
      aria-label={t(name)}
      title={t(name)}
      aria-pressed={pressed}
      disabled={disabled || isOff}
      onClick={press}
    >
      {sign}
    </button>
  );
  const heading = (level: 2 | 3) => run().toggleHeading({ level }).run();
  const isTable = editor.isActive('table');
  return (
    <div role="toolbar" aria-label={t('richText.toolbar')} className={styles.toolbar}>
      {tool('richText.heading2', t('richText.heading2'), () => heading(2), editor.isActive('heading', { level: 2 }))}
      {tool('richText.heading3', t('richText.heading3'), () => heading(3), editor.isActive('heading', { level: 3 }))}
      {tool('richText.bold', <BoldOutlined aria-hidden />, () => run().toggleBold().run(), editor.isActive('bold'))}
      {tool(
        'richText.italic',
        <ItalicOutlined aria-hidden />,
        () => run().toggleItalic().run(),
        editor.isActive('italic'),
      )}
      {tool(
        'richText.bulletList',
        <UnorderedListOutlined aria-hidden />,
        () => run().toggleBulletList().run(),
        editor.isActive('bulletList'),
      )}
      {tool(
        'richText.orderedList',
        <OrderedListOutlined aria-hidden />,
        () => run().toggleOrderedList().run(),
        editor.isActive('orderedList'),
      )}
      <LinkTool editor={editor} disabled={disabled} />
      {pictures ? <PictureTool editor={editor} disabled={disabled} pictures={pictures} /> : null}
      {tool(
        'richText.table',
        <TableOutlined aria-hidden />,
        () => run().insertTable({ rows: 3, cols: 3 }).run(),
        isTable,
        isTable,
      )}
      {isTable
        ? tool('richText.tableRemove', <DeleteColumnOutlined aria-hidden />, () => run().deleteTable().run())
        : null}
      {tool('richText.undo', <UndoOutlined aria-hidden />, () => run().undo().run(), undefined, !editor.can().undo())}
      {tool('richText.redo', <RedoOutlined aria-hidden />, () => run().redo().run(), undefined, !editor.can().redo())}
    </div>
  );
}

interface PictureToolProps extends ToolbarProps {
  readonly pictures: NonNullable<RichTextProps['pictures']>;
}

/** Uploads a picture and inserts it into the text. */
function PictureTool({ editor, disabled, pictures }: PictureToolProps) {
  const t = useT();
  const { scene, pictureSrc } = pictures;
  const begin = useContext(FieldWork);
  const input = useRef<HTMLInputElement>(null);
  const [isSending, setSending] = useState(false);
  const [mistake, setMistake] = useState('');
  const insert = async (file: File) => {
    setMistake('');
    setSending(true);
    const end = begin?.();
    const rule: { readonly maxWidth?: number } = FILE_RULES[scene];
    const sent = await api.upload(rule.maxWidth ? await shrink(file, rule.maxWidth) : file, scene);
    const src = sent.ok ? await pictureSrc(sent.data.fileId).catch(() => null) : null;
    setSending(false);
    end?.();
    if (src === null) setMistake(`${t('richText.pictureFailed')} ${sent.ok ? '' : sent.msg}`.trim());
    else
      editor
        .chain()
        .focus()
        .setImage({ src, alt: file.name.replace(/\.\w+$/, '') })
        .run();
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={t('richText.picture')}
        title={t('richText.picture')}
        disabled={disabled || isSending}
        onClick={() => input.current?.click()}
      >
        <PictureOutlined aria-hidden />
      </button>
      <input
        ref={input}
        type="file"
        className={styles.file}
        accept={Object.keys(FILE_RULES[scene].types).join(',')}
        aria-label={t('richText.picture')}
        tabIndex={-1}
        onChange={(event) => {
          const [file] = event.target.files ?? [];
          event.target.value = '';
          if (file) void insert(file);
        }}
      />
      {mistake ? (
        <span role="alert" className={styles.mistake}>
          {mistake}
        </span>
      ) : null}
    </>
  );
}

/** Sets or removes the link of the selection. */
function LinkTool({ editor, disabled }: { readonly editor: Editor; readonly disabled: boolean }) {
  const t = useT();
  const [anchor, setAnchor] = useState<HTMLElement | null>(null);
  const [address, setAddress] = useState('');
  const [isBad, setBad] = useState(false);
  const isLink = editor.isActive('link');
  const close = () => setAnchor(null);
  const apply = () => {
    const href = address.trim();
    if (!HTTPS.test(href)) {
      setBad(true);
      return;
    }
    const chain = editor.chain().focus().extendMarkRange('link');
    if (editor.state.selection.empty && !isLink) {
      chain.insertContent({ type: 'text', text: href, marks: [{ type: 'link', attrs: { href } }] }).run();
    } else chain.setLink({ href }).run();
    close();
  };
  return (
    <>
      <button
        type="button"
        className={styles.tool}
        aria-label={t('richText.link')}
        title={t('richText.link')}
        aria-pressed={isLink}
        aria-expanded={anchor !== null}
        disabled={disabled}
        onClick={(event) => {
          setAddress(String(editor.getAttributes('link').href ?? ''));
          setBad(false);
          setAnchor(anchor ? null : event.currentTarget);
        }}
      >
        <LinkOutlined aria-hidden />
      </button>
      {anchor ? (
        <Popover anchor={anchor} onClose={close}>
          <div className={styles.link}>
            <input
              // biome-ignore lint/a11y/noAutofocus: the panel was just opened by the user to type into it
              autoFocus
              value={address}
              aria-label={t('richText.linkAddress')}
              aria-invalid={isBad}
              placeholder="https://"
              onChange={(event) => setAddress(event.target.value)}
              onKeyDown={(event) => {
                if (event.key !== 'Enter') return;
                // Without `preventDefault`, Enter would submit the surrounding form.
                event.preventDefault();
                apply();
              }}
            />
            <Button type="primary" onClick={apply}>
              {t('richText.linkSet')}
            </Button>
            {isLink ? (
              <Button
                onClick={() => {
                  editor.chain().focus().extendMarkRange('link').unsetLink().run();
                  close();
                }}
              >
                {t('richText.linkRemove')}
              </Button>
            ) : null}
            {isBad ? (
              <p role="alert" className={styles.mistake}>
                {t('richText.linkBad')}
              </p>
            ) : null}
          </div>
        </Popover>
      ) : null}
    </>
  );
}
