import { Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { useCameraClocks, useUndoClock } from '../api/camera-clocks.ts';
import { useClockTime } from './use-clock-time.ts';

/** The cameras whose clocks were corrected in a gallery, each with the way back. */
export default function CorrectedClocks({ galleryId: id }: { galleryId: string }) {
  const { t } = useTranslation();
  const clockTime = useClockTime();
  const showError = useErrorToast(t('failed.camera_clock'));
  const { data } = useCameraClocks(id);
  const undo = useUndoClock();
  return data?.corrected.map(({ camera, late_by_s }) => (
    <Group key={camera} justify="space-between" gap="sm" maw={720}>
      <Text size="sm">
        {t(late_by_s > 0 ? 'camera_clocks.moved_later' : 'camera_clocks.moved_earlier', {
          camera,
          time: clockTime(Math.abs(late_by_s)),
        })}
      </Text>
      <Button
        size="sm"
        variant="default"
        loading={undo.isPending}
        onClick={() =>
          undo.mutate(
            { id, camera },
            { onSuccess: () => toast.success(t('camera_clocks.undone')), onError: showError },
          )
        }
      >
        {t('gallery_people.undo')}
      </Button>
    </Group>
  ));
}
