/** Stored files (文件): where they lie, links to them, what each place of the product accepts. */
export { fileKey, fileUrl, linkSeconds, registerFileRoutes } from './links';
export { cleanName, isAcceptable } from './rules';
export { filesExist, findFile, insertFile } from './store';
