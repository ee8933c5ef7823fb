import assert from 'node:assert/strict';
import type { Data, Input } from '../contract';
import type { FormField } from '../contract/franchiseForm';
import { text } from '../contract/text';
import type { TestApp } from './testing';
import { newestCode, solvableCaptcha } from './testing-codes';
import { picture } from './testing-files';

/** Test helpers for the application page: an editor publishes it, and visitors apply. */

export const label = (word: string) => text(word, word, word, word);
export type Content = Data<'franchise.Page/getDraft'>['content'];
type Submitted = Input<'franchise.Public/submit'>;

export const withSettings = (set: Partial<Content['settings']>) => (content: Content) => ({
  ...content,
  settings: { ...content.settings, ...set },
});
export const withFields =
  (...fields: FormField[]) =>
  (content: Content) =>
    ({ ...content, fields: [...content.fields, ...fields] }) as Content;

let serial = 0;
export const newTel = () => {
  serial += 1;
  return `1990001${String(1_000 + serial)}`;
};
export const answersOf = (tel: string) => ({ name: 'Lin Fang', tel, region: '510104', budget: 'from30' });

/** Creates helpers for the application page. @param builder session of an account that may publish the page */
export function applyPageOf(t: TestApp, builder: string) {
  const as = () => ({ token: builder, locale: 'en-US' as const });
  const draft = async () => (await t.call('franchise.Page/getDraft', {}, as())).data;
  const captcha = async () => ({ captchaId: await solvableCaptcha(t), captcha: 'abcd' });
  const code = async (tel: string): Promise<string> => {
    const sent = await t.call('franchise.Public/sendCode', { tel, ...(await captcha()) });
    assert.equal(sent.code, 100, JSON.stringify(sent));
    return newestCode(t, tel);
  };
  const submit = async (more: Partial<Submitted>) => {
    const { data } = await t.call('franchise.Public/getForm', {});
    serial += 1;
    const key = `key-of-a-browser-${serial}`;
    const given = { key, version: data.version, answers: {}, agreed: true as const, ...more };
    return t.call('franchise.Public/submit', given, { locale: 'en-US' });
  };
  return {
    as,
    draft,
    captcha,
    code,
    submit,
    /** Publishes a changed page. @returns its version */
    async publish(change: (content: Content) => Content): Promise<number> {
      const { content, revision } = await draft();
      const saved = await t.call('franchise.Page/saveDraft', { revision, ...change(content) }, as());
      assert.equal(saved.code, 100, JSON.stringify(saved));
      const done = await t.call('franchise.Page/publish', { revision: saved.data.revision }, as());
      assert.equal(done.code, 100, JSON.stringify(done));
      return done.data.version;
    },
    async apply(answers: Record<string, string> = {}, more: Partial<Submitted> = {}) {
      const tel = answers.tel ?? newTel();
      return submit({ answers: { ...answersOf(tel), ...answers }, code: await code(tel), ...more });
    },
    page: (path: string, headers: Record<string, string> = {}) =>
      t.app.http.inject({ method: 'GET', url: path, headers }),
    rowOf: (no: string | null) =>
      t.db
        .selectFrom('franchise_apply')
        .selectAll()
        .where('no', '=', no ?? '')
        .executeTakeFirstOrThrow(),
  };
}

/** Uploads a file for a field, as the application page does. */
export async function sendFile(
  t: TestApp,
  given: {
    readonly visit: string;
    readonly version: number;
    readonly field: string;
    readonly name?: string;
    readonly bytes?: Buffer;
    readonly headers?: Readonly<Record<string, string>>;
  },
) {
  const { visit, version, field, name = 'a.png', bytes = picture(8, 8), headers } = given;
  const edge = 'form-edge-1';
  const parts = Object.entries({ visit, version, field }).map(
    ([key, value]) => `--${edge}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${edge}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n\r\n`;
  const answer = await t.app.http.inject({
    method: 'POST',
    url: '/api/franchise.Public/upload',
    headers: { 'content-type': `multipart/form-data; boundary=${edge}`, 'accept-language': 'en-US', ...headers },
    payload: Buffer.concat([Buffer.from(parts.join('') + head), bytes, Buffer.from(`\r\n--${edge}--\r\n`)]),
  });
  return answer.json() as { code: number; msg: string; data: { fileId: number; name: string } };
}
