import { columnById } from '../../core/access/rotation';
import type { SecretBox } from '../../core/platforms/ports';

/** Encrypts content and name of files. The encryption is bound to the file id, so that one encrypted file cannot replace another. */

const contentPlace = (id: number): string => `stored_file.content.${id}`;
const namePlace = (id: number): string => `stored_file.name.${id}`;

export const fileNameColumn = columnById('stored_file', 'sealed_name', namePlace);

type Sealer = Pick<SecretBox, 'seal'>;
type Opener = Pick<SecretBox, 'open' | 'openBytes'>;

export const sealContent = (secrets: Sealer, id: number, bytes: Uint8Array): Buffer =>
  secrets.seal(bytes, contentPlace(id));

/** Decrypts the content of a file. @throws Error the content was changed, or the key with which it was encrypted is not available */
export const openContent = (secrets: Opener, id: number, sealed: Uint8Array): Buffer =>
  secrets.openBytes(Buffer.from(sealed), contentPlace(id));

/** Builds the columns of an encrypted name. The column `name` then contains the same placeholder for all files. */
export const sealName = (secrets: Sealer, id: number, name: string) => ({
  name: 'file',
  sealedName: secrets.seal(name, namePlace(id)),
});

/** Returns the name that the sender gave to a file. The caller must check that the reader may see the file. */
export const plainName = (
  secrets: Opener,
  { id, name, sealedName }: { readonly id: number; readonly name: string; readonly sealedName: Buffer | null },
): string => (sealedName === null ? name : secrets.open(sealedName, namePlace(id)));
