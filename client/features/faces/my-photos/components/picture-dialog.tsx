import { Alert, Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import type { Point } from '#client/features/faces/my-photos/api/add-reference-picture.ts';
import { IconCamera } from '#client/icons/camera.ts';
import { IconPhotoPlus } from '#client/icons/photo-plus.ts';
import { errorMessage } from '#client/lib/error-message.ts';
import { ChooseFace } from './choose-face.tsx';
import classes from './picture-dialog.module.css';
import type { Several } from './use-tried-picture.ts';

interface PictureDialogProps {
  title: string;
  text: string;
  /** Shown where the picture has several faces. */
  several: string;
  picture: {
    tried?: { file: File; face?: Point | undefined; faces: Several['faces']; error?: unknown } | undefined;
    busy: boolean;
    attempt: (file: File, face?: Point) => Promise<void>;
  };
  /** What the server answered, in words, and the next step. */
  result?: ReactNode;
  action?: ReactNode;
  onClose: () => void;
}

/** A picture from the camera or a file, and the face in it that counts. */
export function PictureDialog(props: PictureDialogProps) {
  const { title, text, several, result, action, onClose } = props;
  const { tried, busy, attempt } = props.picture;
  const { t } = useTranslation();
  const choose = (file: File | null) => void (file && attempt(file));
  return (
    <Dialog opened onClose={onClose} title={title}>
      <Stack>
        <Text>{text}</Text>
        {tried && (
          <ChooseFace
            file={tried.file}
            faces={tried.faces}
            chosen={tried.face}
            onChoose={(point) => void attempt(tried.file, point)}
          />
        )}
        <div role="status">
          {busy && <Loader size="sm" aria-label={t('my_photos.looking')} />}
          {!busy && tried && tried.faces.length > 0 && !tried.face && <Alert>{several}</Alert>}
          {!busy && result}
          {!busy && tried?.error !== undefined && <Alert color="red">{errorMessage(t, tried.error)}</Alert>}
        </div>
        <Group justify="flex-end" className={classes.actions}>
          <FileButton accept="image/*" capture onChange={choose}>
            {(button) => (
              <Button
                {...button}
                hiddenFrom="sm"
                variant="default"
                disabled={busy}
                leftSection={<IconCamera size={18} />}
              >
                {t('my_photos.take_picture')}
              </Button>
            )}
          </FileButton>
          <FileButton
            accept="image/*"
            onChange={choose}
            inputProps={{ 'aria-label': t('my_photos.choose_picture') }}
          >
            {(button) => (
              <Button
                {...button}
                variant={action ? 'default' : 'filled'}
                disabled={busy}
                leftSection={<IconPhotoPlus size={18} />}
              >
                {t(tried ? 'my_photos.other_picture' : 'my_photos.choose_picture')}
              </Button>
            )}
          </FileButton>
          {action && <div className={classes.next}>{action}</div>}
        </Group>
      </Stack>
    </Dialog>
  );
}
