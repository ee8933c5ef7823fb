import { newKey } from '@/app/calls/mutate';
import { now } from '@/app/clock';
import { FILE_RULES } from '@/ui/FileUpload/rules';
import type { KeptPhoto } from './queue';

/** This module prepares camera pictures for storage and upload. */

/** Maximum length of the longer side in pixels. Photographed text stays readable, and the file is about ten times smaller. */
const LONGEST = 2048;
const QUALITY = 0.85;
const PLACE_MS = 5_000;
const { types, maxBytes } = FILE_RULES.safetyPhoto;

/**
 * Converts a picture to JPEG and scales it down to `LONGEST`. The JPEG contains no metadata. Returns the original file if the browser
 * cannot convert it.
 */
async function shrunk(file: File): Promise<Blob> {
  if (typeof createImageBitmap === 'undefined') return file;
  try {
    const picture = await createImageBitmap(file);
    const scale = Math.min(1, LONGEST / Math.max(picture.width, picture.height));
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(picture.width * scale);
    canvas.height = Math.round(picture.height * scale);
    canvas.getContext('2d')?.drawImage(picture, 0, 0, canvas.width, canvas.height);
    picture.close();
    const made = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/jpeg', QUALITY));
    return made ?? file;
  } catch {
    // The browser cannot decode the file. The server also checks the file.
    return file;
  }
}

/** Returns the device's position, or `null` if it is unavailable or refused. The search for the position ends after 5 seconds. */
export function devicePlace(): Promise<KeptPhoto['place']> {
  return new Promise((resolve) => {
    if (!navigator.geolocation) {
      resolve(null);
      return;
    }
    const six = (value: number) => Math.round(value * 1_000_000) / 1_000_000;
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => resolve({ lng: six(coords.longitude), lat: six(coords.latitude) }),
      () => resolve(null),
      { timeout: PLACE_MS, maximumAge: 60_000 },
    );
  });
}

/** Scales a photo down and adds its time and position. @returns `null` if the server would refuse its type or size */
export async function takePhoto(file: File): Promise<KeptPhoto | null> {
  // Finding the position takes up to 5 seconds, so read the time first.
  const at = new Date(now()).toISOString();
  const [picture, place] = await Promise.all([shrunk(file), devicePlace()]);
  if (!(picture.type in types) || picture.size === 0 || picture.size > maxBytes) return null;
  const name = picture === file ? file.name : `${file.name.replace(/\.\w+$/, '')}.jpg`;
  return { key: newKey(), name, file: picture, at, place };
}
