/** How many pixels of a PNG stand for one of the board. */
const SCALE = 2;
/** More pixels than this no browser paints. */
const MAX_SIDE = 16_000;

/** Paints an SVG as a PNG, at twice its size. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svg], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const scale = Math.min(SCALE, MAX_SIDE / Math.max(1, image.naturalWidth, image.naturalHeight));
    const canvas = document.createElement('canvas');
    canvas.width = Math.max(1, Math.round(image.naturalWidth * scale));
    canvas.height = Math.max(1, Math.round(image.naturalHeight * scale));
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => {
      canvas.toBlob(
        (blob) => (blob ? resolve(blob) : reject(new Error('the picture is too large'))),
        'image/png',
      );
    });
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** Offers a file for saving, under a name that every system takes. */
export function save(file: Blob, name: string): void {
  const url = URL.createObjectURL(file);
  const link = document.createElement('a');
  link.href = url;
  link.download = safeName(name);
  link.click();
  URL.revokeObjectURL(url);
}

export function safeName(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: no file may have these in its name.
  return name.replace(/[\u0000-\u001f\\/:*?"<>|]+/g, ' ').trim() || 'whiteboard';
}
