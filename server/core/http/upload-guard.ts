/** Limits uploads of public calls (`access: 'public'` with `body: 'multipart'`) before the file is read. */
export interface UploadGuard {
  /** Largest request that is read at all, in bytes. */
  readonly maxBytes: number;
  /** Admits a request before its body is read. @throws Refusal 42901 */
  admit(ip: string): Promise<void>;
  /** Admits the file by the text fields that precede it. @throws Refusal */
  admitFile(fields: Readonly<Record<string, string>>): Promise<void>;
  /** Returns the maximum size in bytes of a file that begins with `head`; 0: its type is not accepted. */
  maxFileBytes(head: Uint8Array): number;
}

/** Limits uploads that are too large for memory and are written to disk while they arrive. They need a session or a signature. */
export interface SpoolGuard {
  /** Largest file, in bytes. */
  readonly maxBytes: number;
  /** Number of bytes that {@link SpoolGuard.accepts} needs. */
  readonly headBytes: number;
  /** Admits an account, or a server that signs, that may make the call, before its file is read. @throws Refusal 42901 */
  admit(callerId: number): Promise<void>;
  accepts(head: Buffer): boolean;
}

/** An upload on disk. It is deleted after the call unless the store has moved it. */
export interface SpooledFile {
  /** The file's name from the sender. */
  readonly name: string;
  /** Absolute path. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}
