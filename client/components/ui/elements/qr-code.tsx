import { Stack } from '@mantine/core';
import { QRCodeCanvas, QRCodeSVG } from 'qrcode.react';
import type { Ref } from 'react';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';

/** Black on white in either theme, because cameras read that best. */
const looks = { marginSize: 2, bgColor: '#ffffff', fgColor: '#000000' };

interface QrCodeProps {
  url: string;
  title: string;
  size?: number;
  ref?: Ref<SVGSVGElement>;
}

/** A link, or what an app reads, as a QR code on the screen; with a warning where a phone could not open the link. */
export function QrCode({ url, title, size = 208, ref }: QrCodeProps) {
  return (
    <Stack gap="sm" align="center" maw={Math.max(size, 320)}>
      <QRCodeSVG value={url} size={size} title={title} {...looks} {...(ref && { ref })} />
      {url.startsWith('http') && <AddressWarning url={url} />}
    </Stack>
  );
}

/** The same on paper; whoever prints it has seen the warning. */
export function PrintedQrCode({ url, className }: { url: string; className: string | undefined }) {
  return <QRCodeSVG value={url} marginSize={2} level="M" className={className} />;
}

/** The same to be saved as a picture: drawn, but not shown. */
export function DrawnQrCode({ url, size, ref }: { url: string; size: number; ref: Ref<HTMLCanvasElement> }) {
  return <QRCodeCanvas ref={ref} value={url} size={size} {...looks} hidden />;
}
