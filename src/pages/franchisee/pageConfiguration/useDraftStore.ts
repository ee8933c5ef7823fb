import { inWords } from '@contract/franchiseForm.words';
import { BLOCK_TEXT, type PageContent } from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import { useState, useSyncExternalStore } from 'react';
import { getLocale, t as tNow, useT } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';
import { type EntitySubmission, useEntitySubmission } from '@/ui/EntityForm/useEntitySubmission';
import { type FormHandle, useFields } from '@/ui/EntityForm/useFields';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';

type Draft = Data<'franchise.Page/getDraft'>;
/** The content as the values of a form. */
type Values = Pick<PageContent, keyof PageContent>;
interface Target {
  readonly version: number;
}

const part = <K extends keyof PageContent>(name: K, read: (value: PageContent[K]) => string): Field<Values> => ({
  ...{ kind: 'custom', name, label: `franchisePage.${name}`, render: () => null },
  read: (value) => read(value as PageContent[K]),
});
const listed = (names: readonly string[]) => names.join(tNow('list.separator'));
/** The parts that are kept, compared and merged as a whole. Their values are shown by the names of their entries. */
export const PARTS: readonly Field<Values>[] = [
  part('blocks', (blocks) =>
    listed(blocks.map(({ title, kind }) => inWords(title, getLocale()) || tNow(BLOCK_TEXT[kind]))),
  ),
  part('fields', (fields) => listed(fields.map(({ label, key }) => inWords(label, getLocale()) || key))),
  part('settings', ({ title }) => inWords(title, getLocale())),
];

/** Number of saves of one version after which {@link stampOf} would repeat. */
const MOST_REVISIONS = 100_000;
/** Distinguishes contents of the server: the revision starts again with each version. */
const stampOf = (version: number, revision: number): number => version * MOST_REVISIONS + revision;

export interface DraftStore {
  readonly content: PageContent;
  readonly dirty: boolean;
  /** Revision of the draft on the server; 0 if there is none. */
  readonly revision: number;
  readonly form: FormHandle<Values>;
  /** The drafts in the browser, and the calls that save. */
  readonly submission: EntitySubmission<Values, Target>;
  change(content: PageContent): void;
  /** Marks the sent content as stored. */
  saved(sent: PageContent, stored: { readonly version: number; readonly revision: number }): void;
}

/**
 * The edited content, separate from the server's draft. The browser keeps unsaved changes as those of any form, and leaving the page
 * with changes asks for confirmation.
 */
export function useDraftStore(draft: Draft, readOnly: boolean): DraftStore {
  const t = useT();
  const [base, setBase] = useState({ version: draft.version, revision: draft.revision });
  const form = useFields<Values>(draft.content as PageContent, PARTS);
  const { store } = form;
  const submission = useEntitySubmission<Values, Target>({
    ...{ form, fields: PARTS, formKey: 'franchisePage', address: 'franchise.Page/saveDraft' },
    ...{ title: t('menu.pageConfiguration'), keepsDraft: !readOnly, calls: ['save'] },
    target: { version: stampOf(base.version, base.revision) },
    onTarget: () => undefined,
  });
  const content = useSyncExternalStore(store.subscribe, store.values);
  const dirty = useSyncExternalStore(store.subscribe, store.dirty);
  useLeaveGuard(store, true);
  return {
    ...{ content, dirty, form, submission, revision: base.revision },
    change: ({ blocks, fields, settings }) => store.set({ blocks, fields, settings }),
    saved: (sent, stored) => {
      const now = store.values();
      store.reset(sent);
      submission.drafts.end();
      setBase(stored);
      // Changes during the call stay unsaved.
      if (now !== sent) store.set(now);
    },
  };
}
