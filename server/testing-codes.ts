import type { TestApp } from './testing';

/** Creates a captcha with the answer `ABCD` by replacing the stored hash of the answer. @returns the captcha's id */
export async function solvableCaptcha(t: TestApp): Promise<string> {
  const { data } = await t.call('Verify/getVerifyCodeValue', {});
  await t.db
    .updateTable('captcha')
    .set({ code_hash: t.ports.secrets.digest(`captcha:${data.captchaId}:ABCD`) })
    .where('id', '=', data.captchaId)
    .execute();
  return data.captchaId;
}

/** Reads the code in the newest SMS to a phone. The result is empty if the SMS contains no code. */
export async function newestCode(t: TestApp, tel: string): Promise<string> {
  const row = await t.db
    .selectFrom('sms_outbox')
    .select('text')
    .where('tel', '=', tel)
    .orderBy('id', 'desc')
    .executeTakeFirstOrThrow();
  return /\d{6}/.exec(row.text)?.[0] ?? '';
}
