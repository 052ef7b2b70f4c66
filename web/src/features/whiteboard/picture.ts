import fontFile from '@fontsource-variable/geist/files/geist-latin-wght-normal.woff2?url';

/** How many pixels of a PNG stand for one of the board. */
const SCALE = 2;
/** More pixels than this no browser paints. */
const MAX_SIDE = 16_000;

/** Paints an SVG as a PNG, at twice its size. */
export async function pngOf(svg: Blob): Promise<Blob> {
  const url = URL.createObjectURL(svg);
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

/** Puts the font of the UI into an SVG: a picture does not see the fonts of a page, and few people have this one. */
export async function withFont(svg: Blob): Promise<Blob> {
  const [text, source] = await Promise.all([svg.text(), fontData()]);
  const face = `@font-face{font-family:"Geist Variable";font-weight:100 900;src:url(${source}) format("woff2")}`;
  const drawn = text.replace(/<svg\b[^>]*>/u, (start) => `${start}<style>${face}</style>`);
  return new Blob([drawn], { type: 'image/svg+xml' });
}

async function fontData(): Promise<string> {
  const answer = await fetch(fontFile);
  if (!answer.ok) throw new Error('The font of the picture could not be loaded. Reload the page.');
  const font = new Blob([await answer.arrayBuffer()], { type: 'font/woff2' });
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(font);
  });
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
