import { timingSafeEqual } from 'node:crypto';
import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { SecretBox } from '../../core/platforms/ports';

/**
 * Addresses of public pictures. They never change, so texts can contain them and apps can cache them. The signature makes them impossible
 * to guess, so the picture of a draft does not become public before its text.
 */

export const PICTURE_SCENES: readonly string[] = [
  'articleCover',
  'articlePicture',
  'categoryIcon',
  'bannerImage',
  'announcementPicture',
  'franchisePage',
];
const ADDRESS = /^\/api\/content\/images\/([1-9]\d{0,15})\/([\w-]{20,100})$/;

const signature = (secrets: Pick<SecretBox, 'sign'>, id: number): string => secrets.sign(`content-image:${id}`);

export const pictureSrc = (secrets: Pick<SecretBox, 'sign'>, id: number): string =>
  `/api/content/images/${id}/${signature(secrets, id)}`;

/** Whether this server made the signature of a picture. */
export function isSigned(secrets: Pick<SecretBox, 'sign'>, id: number, given: string): boolean {
  const [expected, told] = [Buffer.from(signature(secrets, id)), Buffer.from(given)];
  return expected.length === told.length && timingSafeEqual(expected, told);
}

/** Whether an address in a text belongs to one of our pictures. */
export const isOwnPicture =
  (secrets: Pick<SecretBox, 'sign'>) =>
  (src: string): boolean => {
    const [, id, given] = ADDRESS.exec(src) ?? [];
    return id !== undefined && given !== undefined && isSigned(secrets, Number(id), given);
  };

/** Width and height of a stored picture. */
export async function pictureSize(db: Kysely<Database>, id: number) {
  const row = await db.selectFrom('stored_file').select(['width', 'height']).where('id', '=', id).executeTakeFirst();
  return { width: row?.width ?? 0, height: row?.height ?? 0 };
}
