import type { Kysely } from 'kysely';
import svgCaptcha from 'svg-captcha';
import { SESSION_LIMITS } from '../../../contract/limits';
import type { Clock } from '../clock';
import type { Database } from '../database/schema';
import type { SecretBox } from '../platforms/ports';

/** Characters of captchas. Characters that look alike are excluded. */
const ALPHABET = 'ABCDEFGHJKLMNPQRTUVWXY346789';
const LENGTH = 4;

/** The library renders a given text when it is called as a function. Its types do not declare this call. */
const draw = svgCaptcha as unknown as (text: string, options: typeof svgCaptcha.options) => string;

interface Tools {
  readonly db: Kysely<Database>;
  readonly clock: Clock;
  readonly secrets: SecretBox;
}

const textOf = (id: string, code: string): string => `captcha:${id}:${code.toUpperCase()}`;

/**
 * Creates a picture of four characters, and deletes expired captchas. Only a keyed hash is stored, so every process can check the
 * user's input.
 */
export async function newCaptcha({ db, clock, secrets }: Tools): Promise<{ captchaId: string; image: string }> {
  const captchaId = clock.randomBytes(16).toString('hex');
  const code = Array.from({ length: LENGTH }, () => ALPHABET[clock.randomInt(0, ALPHABET.length)]).join('');
  const now = clock.now();
  await db.deleteFrom('captcha').where('expire_at', '<', now).execute();
  await db
    .insertInto('captcha')
    .values({
      id: captchaId,
      code_hash: secrets.digest(textOf(captchaId, code)),
      expire_at: new Date(now.getTime() + SESSION_LIMITS.captchaSeconds * 1000),
    })
    .execute();
  const svg = draw(code, { width: 120, height: 40, fontSize: 44, noise: 2, background: '#ffffff', color: true });
  return { captchaId, image: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}` };
}

/**
 * Checks a captcha and deletes it in any case.
 * @returns `true` for the matching code of an unexpired captcha, or for the first characters of the automation code, both ignoring case
 */
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
  // For automated sign-in, the first characters of the automation code (`AUTOMATION_CODE`) are accepted for every picture.
  if (automationCode !== null && code.toUpperCase() === automationCode.slice(0, LENGTH).toUpperCase()) return true;
  if (!taken || taken.expireAt.getTime() <= clock.now().getTime()) return false;
  return secrets.isDigest(textOf(captchaId, code), taken.codeHash);
}
