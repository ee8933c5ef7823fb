import { statfs } from 'node:fs/promises';
import { text } from '../../../contract/text';

/** Reads the free and the total space of a folder's disk. The result is `null` when the system does not report them. */
export async function diskRoom(folder: string): Promise<{ freeBytes: number; totalBytes: number } | null> {
  try {
    const { bsize, bavail, blocks } = await statfs(folder);
    return { freeBytes: bsize * bavail, totalBytes: bsize * blocks };
  } catch {
    return null;
  }
}

/**
 * Minimum free space for writes, in bytes. PostgreSQL stops immediately when there is no space for its write-ahead log (files of 16 MB). It
 * also needs some space to restart. A refused write can be repeated after an administrator has freed space.
 */
export const LEAST_ROOM = 64 * 1024 * 1024;
/** Milliseconds for which a measurement is cached. */
const LOOK_MS = 500;

/** Function that checks whether the disk of the embedded database is nearly full. The disk of an external database is not checked. */
export type DiskGuard = () => Promise<boolean>;

export function diskGuard(
  { dataDir, databaseUrl }: { readonly dataDir: string; readonly databaseUrl: string | null },
  room: typeof diskRoom = diskRoom,
): DiskGuard {
  if (databaseUrl !== null) return async () => false;
  let looked = Number.NEGATIVE_INFINITY;
  let look: Promise<boolean> = Promise.resolve(false);
  return () => {
    const now = performance.now();
    if (now - looked >= LOOK_MS) {
      looked = now;
      look = room(dataDir).then((seen) => seen !== null && seen.totalBytes > 0 && seen.freeBytes < LEAST_ROOM);
    }
    return look;
  };
}

/** Checks whether an error of the system or of PostgreSQL means that the disk is full. */
export const saysFull = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && (error.code === 'ENOSPC' || error.code === '53100');

/** Error text for users when the disk is full. Their unsaved input is still on the page. */
export const DISK_FULL_TEXT = text(
  '服务器磁盘空间已满，暂时无法保存，内容未丢失；管理员清理空间后请重试',
  'The disk of the server is full, so nothing can be saved now. Nothing you typed is lost. Try again after an administrator has freed up space.',
  'O disco do servidor está cheio e nada pode ser salvo agora. O que você digitou não se perdeu: tente de novo quando houver espaço.',
  '伺服器磁碟空間已滿，暫時無法儲存，內容未遺失；管理員清理空間後請重試',
);
