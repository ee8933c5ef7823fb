import { readAudio } from '../../core/files/audio';
import { readUpload, type UploadedFile } from '../../core/files/images';
import { readVideo } from '../../core/files/video';
import { isAcceptable, type UploadScene } from './rules';

async function read(scene: UploadScene, bytes: Uint8Array): Promise<UploadedFile | null> {
  if (scene !== 'foodLossVoice' && scene !== 'foodLossVideo') return readUpload(bytes);
  const whole = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const contentType =
    scene === 'foodLossVoice'
      ? await readAudio(bytes)
      : await readVideo(async (at, length) => whole.subarray(at, at + length), whole.length);
  return contentType && { contentType, bytes, width: null, height: null };
}

/** Recognizes an uploaded file by its content. @returns `null` if the scene does not accept the file */
export async function recognize(scene: UploadScene, bytes: Uint8Array): Promise<UploadedFile | null> {
  const file = await read(scene, bytes);
  return file && isAcceptable(scene, { ...file, bytes: file.bytes.length }) ? file : null;
}
