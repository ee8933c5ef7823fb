import { inWords } from '@contract/franchiseForm.words';
import { BLOCK_TEXT, type PageContent } from '@contract/franchisePage.content';
import type { Data } from '@contract/index';
import { useState, useSyncExternalStore } from 'react';
import { getLocale, t as tNow, useT } from '@/app/i18n/i18n';
import type { Field } from '@/ui/EntityForm/types';
import { type EntitySubmission, useEntitySubmission } from '@/ui/EntityForm/useEntitySubmission';
import { type FormHandle, useFields } from '@/ui/EntityForm/useFields';
import { useLeaveGuard } from '@/ui/EntityForm/useLeaveGuard';
import type { ContentChange } from './content';

type Draft = Data<'franchise.Page/getDraft'>;
/** The content of the page as form values. */
type Values = Pick<PageContent, keyof PageContent>;
interface Target {
  readonly version: number;
}

const part = <K extends keyof PageContent>(name: K, read: (value: PageContent[K]) => string): Field<Values> => ({
  ...{ kind: 'custom', name, label: `franchisePage.${name}`, render: () => null },
  read: (value) => read(value as PageContent[K]),
});
const listed = (names: readonly string[]) => names.join(tNow('list.separator'));
/** Form fields of the content. Each field is stored, compared and merged as a whole, and is displayed as a text. */
export const PARTS: readonly Field<Values>[] = [
  part('blocks', (blocks) =>
    listed(blocks.map(({ title, kind }) => inWords(title, getLocale()) || tNow(BLOCK_TEXT[kind]))),
  ),
  part('fields', (fields) => listed(fields.map(({ label, key }) => inWords(label, getLocale()) || key))),
  part('settings', ({ title }) => inWords(title, getLocale())),
];

/** Maximum number of saves of one version. With more saves, {@link stampOf} would return the same number twice. */
const MOST_REVISIONS = 100_000;
/** Computes a unique number for each saved content. The revision alone is not unique, because it is 0 for every version without a draft. */
const stampOf = (version: number, revision: number): number => version * MOST_REVISIONS + revision;

export interface DraftStore {
  readonly content: PageContent;
  readonly dirty: boolean;
  /** Revision of the draft on the server, or 0 if there is no draft. */
  readonly revision: number;
  readonly form: FormHandle<Values>;
  /** The drafts in the browser, and the calls that save them on the server. */
  readonly submission: EntitySubmission<Values, Target>;
  change(change: ContentChange): void;
  /** Begins the upload of a picture. @returns a function that ends it */
  readonly beginUpload: () => () => void;
  readonly isUploading: () => boolean;
  /** Marks the sent content as saved. */
  saved(sent: PageContent, stored: { readonly version: number; readonly revision: number }): void;
}

/**
 * Manages the edited content separately from the draft on the server. As in other forms, the browser stores unsaved changes, and leaving
 * the page with unsaved changes requires a confirmation.
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
    beginUpload: () => store.begin('blocks'),
    isUploading: () => store.isBusy('blocks'),
    change: (change) => {
      const { blocks, fields, settings } = typeof change === 'function' ? change(store.values()) : change;
      store.set({ blocks, fields, settings });
    },
    saved: (sent, stored) => {
      const now = store.values();
      store.reset(sent);
      submission.drafts.end();
      setBase(stored);
      // Changes that the user made during the call remain unsaved.
      if (now !== sent) store.set(now);
    },
  };
}
