import { Alert, Button, FileButton, Group, Loader, Stack, Text } from '@mantine/core';
import { IconCamera, IconPhotoPlus } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Dialog } from '#client/components/ui/dialog.tsx';
import { errorMessage } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { useFormat } from '#client/lib/use-format.ts';
import type { SentReference } from '#server/contract/schemas/my-photos.ts';
import { useChangeFound } from '../api/my-photos.ts';
import { type Point, sendReference } from '../api/send-picture.ts';
import { ChooseFace } from './choose-face.tsx';

interface EnrolDialogProps {
  member: { id: string; first_name: string; name: string };
  onClose: () => void;
}
interface Tried {
  file: File;
  face?: Point | undefined;
  answer?: SentReference;
  error?: unknown;
}

/** A picture by which somebody is found: chosen, tried, and kept only after the result was seen. */
export function EnrolDialog({ member, onClose }: EnrolDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { refresh } = useChangeFound();
  const [tried, setTried] = useState<Tried>();
  const [busy, setBusy] = useState(false);
  const name = member.first_name || member.name;

  const send = async (file: File, face: Point | undefined, keep: boolean) => {
    setBusy(true);
    setTried((before) => (keep ? before : { file, face }));
    try {
      const answer = await sendReference(member.id, { file, face }, keep);
      if (answer.state === 'saved') {
        await refresh();
        toast.success(t('my_photos.picture_kept', { name }));
        onClose();
      } else setTried({ file, face, answer });
    } catch (error) {
      setTried({ file, face, error });
    } finally {
      setBusy(false);
    }
  };
  const choose = (file: File | null) => void (file && send(file, undefined, false));
  const { file, face, answer, error } = tried ?? {};

  return (
    <Dialog opened onClose={onClose} title={t('my_photos.enrol_title', { name })}>
      <Stack>
        <Text>{t('my_photos.enrol_text', { name })}</Text>
        {file && (
          <ChooseFace
            file={file}
            faces={answer?.state === 'choose_face' ? answer.faces : []}
            onChoose={(point) => void send(file, point, false)}
          />
        )}
        <div role="status">
          {busy && <Loader size="sm" aria-label={t('my_photos.looking')} />}
          {!busy && answer?.state === 'choose_face' && (
            <Alert>{t('my_photos.several_faces', { name })}</Alert>
          )}
          {!busy && answer?.state === 'tried' && (
            <Alert color="green">
              {answer.photos === 0
                ? t('my_photos.would_find_none')
                : t('my_photos.would_find', {
                    count: answer.photos,
                    n: number(answer.photos),
                    galleries: number(answer.galleries),
                  })}
            </Alert>
          )}
          {!busy && error !== undefined && <Alert color="red">{errorMessage(t, error)}</Alert>}
        </div>
        <Group justify="flex-end">
          <FileButton accept="image/*" capture="user" onChange={choose}>
            {(props) => (
              <Button
                {...props}
                hiddenFrom="sm"
                variant="default"
                disabled={busy}
                leftSection={<IconCamera size={18} aria-hidden="true" />}
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
            {(props) => (
              <Button
                {...props}
                variant={answer?.state === 'tried' ? 'default' : 'filled'}
                disabled={busy}
                leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
              >
                {t(tried ? 'my_photos.other_picture' : 'my_photos.choose_picture')}
              </Button>
            )}
          </FileButton>
          {file && answer?.state === 'tried' && (
            <Button loading={busy} onClick={() => void send(file, face, true)}>
              {t('my_photos.keep_picture')}
            </Button>
          )}
        </Group>
      </Stack>
    </Dialog>
  );
}
