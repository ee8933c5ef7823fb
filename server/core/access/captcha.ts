import type { Kysely } from 'kysely';
import svgCaptcha from 'svg-captcha';
import { SESSION_LIMITS } from '../../../contract/limits';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { SecretBox } from '../platforms/ports';

/** No characters that look alike. */
const ALPHABET = 'ABCDEFGHJKLMNPQRTUVWXY346789';
const LENGTH = 4;

/** The library draws a text of ours when it is called as a function; its types do not say so. */
const draw = svgCaptcha as unknown as (text: string, options: typeof svgCaptcha.options) => string;

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

const signature = (secrets: SecretBox, id: string, code: string): string =>
  secrets.sign(`captcha:${id}:${code.toUpperCase()}`);

/** Makes a picture of four characters. Stored is only a keyed signature, so several processes can check it. */
export async function newCaptcha({ db, clock, secrets }: Tools): Promise<{ captchaId: string; image: string }> {
  const captchaId = clock.randomBytes(16).toString('hex');
  const code = Array.from({ length: LENGTH }, () => ALPHABET[clock.randomInt(0, ALPHABET.length)]).join('');
  const now = clock.now();
  await db.deleteFrom('captcha').where('expire_at', '<', now).execute();
  await db
    .insertInto('captcha')
    .values({
      id: captchaId,
      code_hash: signature(secrets, captchaId, code),
      expire_at: new Date(now.getTime() + SESSION_LIMITS.captchaSeconds * 1000),
    })
    .execute();
  const svg = draw(code, { width: 120, height: 40, fontSize: 44, noise: 2, background: '#ffffff', color: true });
  return { captchaId, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/** Takes a captcha away, right or wrong; true when it was alive and the code is its own, in either case of letters. */
export async function redeemCaptcha(
  { db, clock, secrets }: Tools,
  captchaId: string,
  code: string,
  automationCode: string | null,
): Promise<boolean> {
  const taken = await db
    .deleteFrom('captcha')
    .where('id', '=', captchaId)
    .returning(['code_hash as codeHash', 'expire_at as expireAt'])
    .executeTakeFirst();
  // For automated sign-in the first characters of the fixed code open every picture.
  if (automationCode !== null && code.toUpperCase() === automationCode.slice(0, LENGTH).toUpperCase()) return true;
  if (!taken || taken.expireAt.getTime() <= clock.now().getTime()) return false;
  return taken.codeHash === signature(secrets, captchaId, code);
}
