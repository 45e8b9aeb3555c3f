import { QRCodeSVG } from 'qrcode.react';

/** A QR code, black on white in either theme, because cameras read that best. */
export function QrCode({ value, title, size = 208 }: { value: string; title: string; size?: number }) {
  return (
    <QRCodeSVG value={value} size={size} marginSize={2} bgColor="#ffffff" fgColor="#000000" title={title} />
  );
}
