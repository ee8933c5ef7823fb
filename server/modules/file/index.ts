/** Stored files (文件): storage, links, and what each scene accepts. */
export { keepFile, keepSpooled, sha256Of } from './keep';
export { fileKey, fileLink, fileUrl, linkSeconds, registerFileRoutes, VIDEO_LINK_SECONDS } from './links';
export type { FilePlace } from './own';
export { usableFiles } from './own';
export { isAcceptable } from './rules';
export type { StoredFile } from './store';
export { deleteFiles, filesOf, findFile, forgetFileOrigins, insertFile, newestFiles, samePhoto } from './store';
