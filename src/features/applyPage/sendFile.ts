import type { Locale } from '@contract/text';
import { type Ask, DONE, isRecord } from './endpoints';
import type { FilesParts } from './files';

interface Opened {
  readonly version: number;
  readonly visit?: string;
  readonly locale: Locale;
}

/** Returns functions that upload and delete files with the token of this visit. */
export function filesOfVisit(
  { version, visit: opened = '', locale }: Opened,
  ask: Ask,
  offline: string,
): Pick<FilesParts, 'visit' | 'send' | 'remove'> {
  return {
    visit: opened,
    send: ({ file, field, visit, onProgress, signal }) =>
      new Promise((resolve) => {
        const body = new FormData();
        // Append these fields before the file, because the server needs them before it reads the file.
        for (const [name, value] of Object.entries({ visit, version: String(version), field }))
          body.append(name, value);
        body.append('file', file, file.name);
        // We use `XMLHttpRequest` because `fetch` does not report upload progress.
        const request = new XMLHttpRequest();
        request.open('POST', '/api/franchise.Public/upload');
        request.setRequestHeader('accept-language', locale);
        request.responseType = 'json';
        request.upload.onprogress = ({ loaded, total }) => onProgress(total > 0 ? loaded / total : 0);
        request.onloadend = () => {
          const answer: unknown = request.response;
          const data = isRecord(answer) && isRecord(answer.data) ? answer.data : {};
          if (isRecord(answer) && answer.code === DONE) resolve({ id: String(data.fileId), problem: '' });
          else resolve({ id: '', problem: isRecord(answer) ? String(answer.msg) : offline });
        };
        signal.addEventListener('abort', () => request.abort());
        request.send(body);
      }),
    remove: async (id, visit) => {
      const { code, msg } = await ask('removeUpload', { visit, fileId: Number(id) });
      // Code 40401: the file is already deleted or belongs to an application. In both cases, the list removes the file.
      return code === DONE || code === 40401 ? '' : msg;
    },
  };
}
