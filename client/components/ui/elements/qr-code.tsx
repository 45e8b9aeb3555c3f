import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';

/** Black on white in either theme, because cameras read that best. */
const looks = { marginSize: 2, bgColor: '#ffffff', fgColor: '#000000' };

interface QrCodeProps {
  url: string;
  title: string;
  size?: number;
  ref?: Ref<SVGSVGElement>;
}

/** A link, or what an app reads, as a QR code on the screen. Links come with an `AddressWarning` below what is done with them. */
export function QrCode({ url, title, size = 208, ref }: QrCodeProps) {
  return <QRCodeSVG value={url} size={size} title={title} {...looks} {...(ref && { ref })} />;
}

/** The same on paper; whoever prints it has seen the warning. */
export function PrintedQrCode({ url, className }: { url: string; className: string | undefined }) {
  return <QRCodeSVG value={url} marginSize={2} level="M" className={className} />;
}

/** The same to be saved as a picture: drawn, but not shown. */
export function DrawnQrCode({ url, size, ref }: { url: string; size: number; ref: Ref<HTMLCanvasElement> }) {
  return <QRCodeCanvas ref={ref} value={url} size={size} {...looks} hidden />;
}
