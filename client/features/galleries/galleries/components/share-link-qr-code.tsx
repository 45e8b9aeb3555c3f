import { ActionIcon, Button, Text } from '@mantine/core';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { DrawnQrCode, QrCode } from '#client/components/ui/elements/qr-code.tsx';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { Details } from '#client/components/ui/layout/details.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { IconQrcode } from '#client/icons/qrcode.ts';
import { downloadBlob, downloadFrom } from '#client/lib/download-blob.ts';
import classes from './share-link-qr-code.module.css';

interface ShareLinkQrCodeProps {
  url: string;
  name: string;
  /** What happens when a camera is held to it. */
  hint: string;
  onPrint: (paper: 'A4' | 'A6') => void;
}

/** Width in pixels: 10 cm at 250 dpi. */
const savedPx = 1024;

/** The link as a QR code: on the screen, as an image file, or on a poster. */
export function ShareLinkQrCode({ url, name, hint, onPrint }: ShareLinkQrCodeProps) {
  const { t } = useTranslation();
  const [opened, setOpened] = useState(false);
  const shown = useRef<SVGSVGElement>(null);
  const canvas = useRef<HTMLCanvasElement>(null);

  const saveSvg = () => {
    if (shown.current)
      downloadBlob(
        new Blob([new XMLSerializer().serializeToString(shown.current)], { type: 'image/svg+xml' }),
        `${name}.svg`,
      );
  };
  // Encoded at once: toBlob waits until the browser is idle, which one that is busy may never be.
  const savePng = () => canvas.current && downloadFrom(canvas.current.toDataURL('image/png'), `${name}.png`);
  const print = (paper: 'A4' | 'A6') => {
    setOpened(false);
    onPrint(paper);
  };

  return (
    <>
      <ActionIcon aria-label={t('share_links.code_named', { name })} onClick={() => setOpened(true)}>
        <IconQrcode size={20} stroke={1.6} />
      </ActionIcon>
      <Dialog
        opened={opened}
        onClose={() => setOpened(false)}
        title={t('share_links.code_named', { name })}
        size="sm"
      >
        <div className={classes.code}>
          <QrCode ref={shown} url={url} title={t('share_links.code_named', { name })} />
          <DrawnQrCode ref={canvas} url={url} size={savedPx} />
          <Text size="sm" ta="center">
            {hint}
          </Text>
        </div>
        <div className={classes.ways}>
          <Button variant="default" onClick={() => print('A4')}>
            {t('share_links.print_poster')}
          </Button>
          <Button variant="default" onClick={() => print('A6')}>
            {t('share_links.print_card')}
          </Button>
          <Details summary={t('shell.more')}>
            <div className={classes.files}>
              <Button variant="default" onClick={savePng} aria-label={t('share_links.save_png')}>
                PNG
              </Button>
              <Button variant="default" onClick={saveSvg} aria-label={t('share_links.save_svg')}>
                SVG
              </Button>
            </div>
          </Details>
          <AddressWarning url={url} />
        </div>
      </Dialog>
    </>
  );
}
