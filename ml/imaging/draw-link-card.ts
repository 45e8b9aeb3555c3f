import sharp from 'sharp';
import { thumbHashToRGBA } from 'thumbhash';
import outlines from './letter-outlines.json' with { type: 'json' };

/** What messengers ask for; they cut other shapes. */
const LINK_CARD = { width: 1200, height: 630 } as const;
/** All that the card keeps of a photo. */
const COLOURS = { width: 4, height: 3 } as const;
/** Ink of the interface, and how much of it lies over colours, so that white letters are read on white shirts. */
const INK = '#0b1330';
const INK_OVER_COLOURS = 0.5;
const CAPITAL_HEIGHT = 250;

/**
 * The picture that messengers show of a share link: letters on ink, or on the colours of a photo. Letters are drawn from their
 * outlines, because a server may have no fonts. Those without an outline lose their accent, or are left out.
 * @param thumbhash of the photo, base64
 */
export async function drawLinkCard(letters: string, thumbhash: string | null): Promise<Buffer> {
  const { width, height } = LINK_CARD;
  const ground =
    thumbhash === null
      ? sharp({ create: { width, height, channels: 3, background: INK } })
      : sharp(await coloursOf(thumbhash), { raw: { ...COLOURS, channels: 3 } }).resize(width, height, {
          fit: 'fill',
        });
  const cover =
    thumbhash === null
      ? ''
      : `<path fill="${INK}" opacity="${INK_OVER_COLOURS}" d="M0 0H${width}V${height}H0Z"/>`;
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">${cover}${drawn(letters)}</svg>`;
  return ground
    .composite([{ input: Buffer.from(svg) }])
    .jpeg({ quality: 82, chromaSubsampling: '4:4:4' })
    .toBuffer();
}

function coloursOf(thumbhash: string): Promise<Buffer> {
  const { w, h, rgba } = thumbHashToRGBA(Buffer.from(thumbhash, 'base64'));
  return sharp(rgba, { raw: { width: w, height: h, channels: 4 } })
    .removeAlpha()
    .resize(COLOURS.width, COLOURS.height, { fit: 'fill' })
    .raw()
    .toBuffer();
}

const outlineOf = new Map(Object.entries(outlines.letters));

function drawn(letters: string): string {
  const found = [...letters].flatMap(
    (letter) => outlineOf.get(letter) ?? outlineOf.get(letter.normalize('NFD')[0] ?? '') ?? [],
  );
  const scale = CAPITAL_HEIGHT / outlines.capHeight;
  let x = (LINK_CARD.width / scale - found.reduce((sum, { advance }) => sum + advance, 0)) / 2;
  const paths = found.map(({ advance, path }) => {
    const placed = `<path transform="translate(${x} 0)" d="${path}"/>`;
    x += advance;
    return placed;
  });
  const baseline = (LINK_CARD.height + CAPITAL_HEIGHT) / 2;
  return `<g fill="#fff" transform="translate(0 ${baseline}) scale(${scale})">${paths.join('')}</g>`;
}
