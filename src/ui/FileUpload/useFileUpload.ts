import { type Query, useQueries, useQueryClient } from '@tanstack/react-query';
import { useContext, useRef, useState } from 'react';
import { type Translate, useT } from '@/app/i18n/i18n';
import { api } from '@/app/request/api';
import { backgroundRequest } from '@/app/request/backgroundRequest';
import { readFailureText } from '@/app/request/readFailureText';
import { describeFailure, readData } from '@/app/request/useData';
import { FieldWork } from '../EntityForm/fieldWork';
import { bytesText, FILE_RULES, type FileProblem, type FileRule, fileProblem, type UploadScene } from './rules';
import { shrink } from './shrink';

interface Common {
  readonly scene: UploadScene;
  readonly label: string;
  readonly id?: string;
  readonly disabled?: boolean;
  readonly describedBy?: string | undefined;
  /** Links of the record's files by file id. For other files, only the user who uploaded the file can get a link. */
  readonly stored?: ReadonlyMap<number, Shown>;
}
interface OneProps extends Common {
  readonly max?: 1;
  /** Id of the stored file. */
  readonly value: number | null | undefined;
  readonly onChange: (fileId: number | null) => void;
}
interface ManyProps extends Common {
  readonly max: number;
  readonly value: readonly number[] | null | undefined;
  readonly onChange: (fileIds: number[]) => void;
}
export type FileUploadProps = OneProps | ManyProps;

export interface Shown {
  readonly url: string;
  readonly name: string;
}

/** The failed loads of links. */
interface LinkFailure {
  readonly fileIds: readonly number[];
  /** The reasons, each once. */
  readonly reason: string;
  /** Whether the links are being loaded again. */
  readonly loading: boolean;
  /** Loads all missing links again. */
  readonly retry: () => void;
}

const NONE: ReadonlyMap<number, Shown> = new Map();
/** Age in milliseconds at which a link from `common.File/getUrl` is loaded again. The server's links are valid for five minutes. */
const LINK_FRESH_MS = 240_000;

async function pictureSize(file: File): Promise<{ width: number; height: number } | null> {
  if (!file.type.startsWith('image/') || typeof createImageBitmap === 'undefined') return null;
  try {
    const picture = await createImageBitmap(file);
    const size = { width: picture.width, height: picture.height };
    picture.close();
    return size;
  } catch {
    // The browser cannot read the file. The server checks it.
    return null;
  }
}

/** Lists the accepted file types. Several content types may have the same name. */
const typesText = (rule: FileRule): string => [...new Set(Object.values(rule.types))].join(' / ');

function problemText(problem: FileProblem, file: File, rule: FileRule, t: Translate): string {
  const { name } = file;
  switch (problem.kind) {
    case 'type':
      return t('area.typeBad', {
        name,
        types: typesText(rule),
      });
    case 'empty':
      return t('area.emptyFile', { name });
    case 'size':
      return t('area.tooBig', {
        name,
        size: bytesText(file.size),
        max: bytesText(problem.maxBytes),
      });
    case 'measure':
      return t('area.notMeasure', {
        w: problem.width,
        h: problem.height,
        width: rule.size?.width ?? 0,
        height: rule.size?.height ?? 0,
      });
    default:
      return t('area.notSquare', { w: problem.width, h: problem.height });
  }
}

interface Link extends Shown {
  readonly fileId: number;
}
const linkKey = (fileId: number) => ['common.File/getUrl', { fileId }];

/** Returns why a link could not be loaded. A missing or forbidden file is no failure, because another load would not help. */
function reasonOf(error: unknown): string | undefined {
  const { gone, forbidden } = describeFailure(error);
  return gone || forbidden ? undefined : readFailureText(error);
}

/** Finds the link of each file: in the record, in this form's uploads, or else on the server. Loads the links again before they expire. */
function useShown(ids: readonly number[], stored: ReadonlyMap<number, Shown>) {
  const client = useQueryClient();
  const links = useQueries({
    queries: ids.map((fileId) => {
      const known = stored.get(fileId);
      return {
        queryKey: [...linkKey(fileId), ...(known ? [known.url] : [])],
        // A renewal is not an action of the user, so it does not extend the session.
        queryFn: (): Promise<Link> =>
          backgroundRequest(() => readData('common.File/getUrl', { fileId })).then(({ url, name }) => ({
            fileId,
            url,
            name,
          })),
        ...(known && { initialData: { fileId, ...known } }),
        staleTime: LINK_FRESH_MS,
        refetchOnWindowFocus: true,
        // The server renews only links of the user's own uploads. A refused link stays as it is.
        refetchInterval: ({ state }: Query<Link>) => (state.status === 'error' ? false : LINK_FRESH_MS),
      };
    }),
  });
  // A repeated load clears the error of the query, so the reasons are kept here until it ends.
  const reasons = useRef<ReadonlyMap<number, string>>(new Map());
  reasons.current = new Map(
    ids.flatMap((fileId, at) => {
      const link = links[at];
      if (!link || link.data) return [];
      const reason = link.isError ? reasonOf(link.error) : reasons.current.get(fileId);
      return reason === undefined ? [] : [[fileId, reason]];
    }),
  );
  const failed = [...reasons.current.keys()];
  const missing = links.filter((_link, at) => failed.includes(ids[at] ?? 0));
  const failure: LinkFailure | null =
    failed.length === 0
      ? null
      : {
          fileIds: failed,
          reason: [...new Set(reasons.current.values())].join(' '),
          loading: missing.some(({ fetchStatus }) => fetchStatus !== 'idle'),
          retry: () => missing.forEach((link) => void link.refetch()),
        };
  return {
    shownOf: (fileId: number): Shown | undefined =>
      links.map(({ data }) => data).find((link) => link?.fileId === fileId),
    failure,
    add: (fileId: number, shown: Shown) => client.setQueryData<Link>(linkKey(fileId), { fileId, ...shown }),
  };
}

const idsOf = (value: FileUploadProps['value']): readonly number[] =>
  Array.isArray(value) ? value : typeof value === 'number' ? [value] : [];

/** Manages the files of a field. Uploads chosen files one after the other, and removes files. */
export function useFileUpload(props: FileUploadProps) {
  const { scene, stored = NONE } = props;
  const t = useT();
  const begin = useContext(FieldWork);
  const [sending, setSending] = useState<string | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const [done, setDone] = useState('');
  const rule: FileRule = FILE_RULES[scene];
  const isMany = Array.isArray(props.value) || (props.max ?? 1) > 1;
  const max = props.max ?? 1;
  const ids = idsOf(props.value);
  // The value and its handler can change during an upload. When the upload ends, it uses those of the last rendering.
  const latest = useRef(props);
  latest.current = props;
  const put = (next: readonly number[]) => {
    if (isMany) (latest.current as ManyProps).onChange([...next]);
    else (latest.current as OneProps).onChange(next.at(-1) ?? null);
  };
  const { shownOf, failure, add } = useShown(ids, stored);

  /** Uploads one file. At the end, adds it to the field's current files, or replaces the file of a field for one file. */
  const send = async (chosen: File): Promise<void> => {
    const file = rule.maxWidth ? await shrink(chosen, rule.maxWidth) : chosen;
    const problem = fileProblem(rule, file, await pictureSize(file));
    if (problem) {
      setMistake(problemText(problem, file, rule, t));
      return;
    }
    setSending(file.name);
    const outcome = await api.upload(file, scene);
    setSending(null);
    if (!outcome.ok) {
      if (outcome.code !== 401) setMistake(`${t('area.uploadFailed', { name: file.name })} ${outcome.msg}`.trim());
      return;
    }
    const { fileId, url, name } = outcome.data;
    add(fileId, { url, name });
    setDone(t('area.uploaded', { name }));
    put(isMany ? [...idsOf(latest.current.value), fileId] : [fileId]);
  };
  const take = async (files: readonly File[]) => {
    setMistake(null);
    setDone('');
    const room = isMany ? max - ids.length : 1;
    const end = begin?.();
    try {
      for (const file of files.slice(0, room)) await send(file);
    } finally {
      end?.();
    }
    if (files.length > room) setMistake(t('area.tooManyFiles', { max }));
  };
  const remove = (fileId: number) => {
    setDone('');
    put(ids.filter((kept) => kept !== fileId));
  };
  return { rule, isMany, max, ids, shownOf, failure, sending, mistake, done, take, remove };
}
