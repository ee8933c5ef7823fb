import type { TestApp } from './testing';

/** Creates a captcha with a known answer, by replacing the stored signature of its picture. @returns its id */
export async function solvableCaptcha(t: TestApp): Promise<string> {
  const { data } = await t.call('Verify/getVerifyCodeValue', {});
  await t.db
    .updateTable('captcha')
    .set({ code_hash: t.ports.secrets.sign(`captcha:${data.captchaId}:ABCD`) })
    .where('id', '=', data.captchaId)
    .execute();
  return data.captchaId;
}

/** Reads the code of the newest message to a phone; empty when it contains none. */
export async function newestCode(t: TestApp, tel: string): Promise<string> {
  const row = await t.db
    .selectFrom('sms_outbox')
    .select('text')
    .where('tel', '=', tel)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(row.text)?.[0] ?? '';
}
