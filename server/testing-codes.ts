import type { TestApp } from './testing';

/** A captcha whose answer is known: the picture cannot be read here, so its stored signature is replaced. @returns its id */
export async function solvableCaptcha(t: TestApp): Promise<string> {
  const { data } = await t.call('Verify/getVerifyCodeValue', {});
  await t.db
    .updateTable('captcha')
    .set({ code_hash: t.ports.secrets.sign(`captcha:${data.captchaId}:ABCD`) })
    .where('id', '=', data.captchaId)
    .execute();
  return data.captchaId;
}

/** The code of the newest message to a phone; empty when it holds none. */
export async function newestCode(t: TestApp, tel: string): Promise<string> {
  const row = await t.db
    .selectFrom('sms_outbox')
    .select('text')
    .where('tel', '=', tel)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(row.text)?.[0] ?? '';
}
