import type { Kysely } from 'kysely';
import type { Database } from '../../core/database/schema';
import type { SecretBox } from '../../core/platforms/ports';

/**
 * URLs of public pictures. A URL never changes, so texts can contain it and apps can cache the picture. Its last part is a keyed hash, which
 * cannot be guessed, so the picture of a draft is not public before its text.
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

const textOf = (id: number): string => `content-image:${id}`;

export const pictureSrc = (secrets: Pick<SecretBox, 'digest'>, id: number): string =>
  `/api/content/images/${id}/${secrets.digest(textOf(id))}`;

/** Checks whether this server built the URL of a picture. */
export const isPictureAddress = (secrets: Pick<SecretBox, 'isDigest'>, id: number, given: string): boolean =>
  secrets.isDigest(textOf(id), given);

/** Checks whether a URL in a text belongs to one of our pictures. */
export const isOwnPicture =
  (secrets: Pick<SecretBox, 'isDigest'>) =>
  (src: string): boolean => {
    const [, id, given] = ADDRESS.exec(src) ?? [];
    return id !== undefined && given !== undefined && isPictureAddress(secrets, Number(id), given);
  };

/** Reads the width and height of a stored picture. Returns 0 for both if it does not exist. */
export async function pictureSize(db: Kysely<Database>, id: number) {
  const row = await db.selectFrom('stored_file').select(['width', 'height']).where('id', '=', id).executeTakeFirst();
  return { width: row?.width ?? 0, height: row?.height ?? 0 };
}
