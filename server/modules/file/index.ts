/** Stored files (文件): storage, links, and the types that each upload scene accepts. */
export { keepFile, sealStored, sha256Of } from './keep';
export {
  fileKey,
  fileLink,
  fileUrl,
  linkSeconds,
  PLAYER_LINK_SECONDS,
  playerOf,
  registerFileRoutes,
  storedKey,
} from './links';
export type { FilePlace } from './own';
export { usableFiles } from './own';
export { recognize } from './recognize';
export { resealContents } from './reseal';
export { isAcceptable } from './rules';
export { fileNameColumn, plainName } from './sealed';
export type { StoredFile } from './store';
export { deleteFiles, filesOf, findFile, forgetFileOrigins, insertFile, newestFiles, samePhoto } from './store';
export { keepVideo, storeVideo, unusedVideosJob, videoGuard } from './videos';
