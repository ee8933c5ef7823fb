/** Encoder quality of scaled pictures, from 0 to 1. Scaling is useful because phone photos are several times wider than any screen. */
const QUALITY = 0.86;

/** Computes the size of a picture that is no wider than `maxWidth`, with the same proportions. */
function fittingSize(size: { readonly width: number; readonly height: number }, maxWidth: number) {
  const scale = Math.min(1, maxWidth / size.width);
  return { width: Math.round(size.width * scale), height: Math.max(1, Math.round(size.height * scale)) };
}

/**
 * Scales a picture to a width of at most `maxWidth` pixels. Returns the file unchanged when the picture is narrow enough, or cannot be read
 * or encoded.
 */
export async function shrink(file: File, maxWidth: number): Promise<File> {
  if (!file.type.startsWith('image/') || typeof createImageBitmap === 'undefined') return file;
  const picture = await createImageBitmap(file).catch(() => null);
  if (picture === null) return file;
  const { width, height } = fittingSize(picture, maxWidth);
  if (width === picture.width) {
    picture.close();
    return file;
  }
  const canvas = document.createElement('canvas');
  canvas.width = width;
  canvas.height = height;
  canvas.getContext('2d')?.drawImage(picture, 0, 0, width, height);
  picture.close();
  const blob = await new Promise<Blob | null>((settle) => canvas.toBlob(settle, file.type, QUALITY));
  return blob === null ? file : new File([blob], file.name, { type: blob.type });
}
