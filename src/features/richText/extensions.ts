import { markSensitive } from '@contract/sensitive';
import { Extension, mergeAttributes } from '@tiptap/core';
import { Image } from '@tiptap/extension-image';
import { Table, TableCell, TableHeader, TableRow } from '@tiptap/extension-table';
import type { Node } from '@tiptap/pm/model';
import { Plugin } from '@tiptap/pm/state';
import { Decoration, DecorationSet } from '@tiptap/pm/view';
import { StarterKit } from '@tiptap/starter-kit';
import { serverAddress } from '@/app/windowSettings';
import { HTTPS } from './address';

/** This module limits the editor to markup that the server stores (server/modules/information/sanitise.ts). */

/** Picture node. The text contains the path of the picture, and the editor loads the picture from the server's address. */
const Picture = Image.extend({
  addNodeView() {
    return ({ node }) => {
      const dom = document.createElement('img');
      dom.src = serverAddress(String(node.attrs.src));
      dom.alt = String(node.attrs.alt ?? '');
      return { dom };
    };
  },
  parseHTML() {
    return [{ tag: 'img[src^="/api/content/images/"]' }];
  },
});

/** Table node without column widths, because the server removes style attributes. */
const PlainTable = Table.extend({
  renderHTML({ HTMLAttributes }) {
    return ['table', mergeAttributes(HTMLAttributes, {}), ['tbody', 0]];
  },
});

function sensitiveMarks(document: Node, words: readonly string[], className: string): DecorationSet {
  const found: Decoration[] = [];
  document.descendants((node, at) => {
    if (!node.isText) return;
    for (const { from, to } of markSensitive(node.text ?? '', words)) {
      found.push(Decoration.inline(at + from, at + to, { class: className }));
    }
  });
  return DecorationSet.create(document, found);
}

/** Highlights words that must not be published, while the user types. */
const sensitive = (words: readonly string[], className: string) =>
  Extension.create({
    name: 'sensitive',
    addProseMirrorPlugins: () => [
      new Plugin<DecorationSet>({
        state: {
          init: (_config, { doc }) => sensitiveMarks(doc, words, className),
          apply: (change, marks) => (change.docChanged ? sensitiveMarks(change.doc, words, className) : marks),
        },
        props: {
          decorations(state) {
            return this.getState(state);
          },
        },
      }),
    ],
  });

export const extensionsOf = (words: readonly string[], sensitiveClass: string) => [
  StarterKit.configure({
    heading: { levels: [2, 3, 4] },
    blockquote: false,
    code: false,
    codeBlock: false,
    strike: false,
    underline: false,
    horizontalRule: false,
    link: {
      openOnClick: false,
      autolink: false,
      linkOnPaste: true,
      defaultProtocol: 'https',
      HTMLAttributes: { target: null, rel: null, class: null },
      isAllowedUri: (address) => HTTPS.test(address),
    },
  }),
  Picture.configure({ allowBase64: false }),
  PlainTable.configure({ resizable: false }),
  TableRow,
  TableHeader,
  TableCell,
  sensitive(words, sensitiveClass),
];
