import { Alert, Button, Group, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { useAnswerClock, useCameraClocks, useUndoClock } from '../api/camera-clocks.ts';
import { useClockTime } from './use-clock-time.ts';

/** Names of cameras are long for a phone. */
const wrapping = {
  root: { blockSize: 'auto' },
  label: { whiteSpace: 'normal', overflowWrap: 'anywhere', lineHeight: 1.4, paddingBlock: 11 },
} as const;

/** Asks once about the clocks of two cameras, where people whom both saw tell that they differ. */
export default function ClockQuestion({ galleryId: id }: { galleryId: string }) {
  const { t } = useTranslation();
  const clockTime = useClockTime();
  const showError = useErrorToast(t('failed.camera_clock'));
  const { data } = useCameraClocks(id);
  const answer = useAnswerClock();
  const undo = useUndoClock();
  const question = data?.question;
  if (!question) return null;

  const { camera, reference, late_by_s } = question;
  const say = (wrong: 'camera' | 'reference' | 'neither') =>
    answer.mutate(
      { id, question, wrong },
      {
        onError: showError,
        onSuccess: () => {
          if (wrong === 'neither') return toast.success(t('camera_clocks.left'));
          const corrected = wrong === 'camera' ? camera : reference;
          toast.success(t('camera_clocks.corrected', { camera: corrected }), {
            label: t('gallery_people.undo'),
            run: () => undo.mutateAsync({ id, camera: corrected }).catch(showError),
          });
        },
      },
    );
  const button = (wrong: Parameters<typeof say>[0], label: string) => (
    <Button variant="default" styles={wrapping} loading={answer.isPending} onClick={() => say(wrong)}>
      {label}
    </Button>
  );
  const time = clockTime(Math.abs(late_by_s));
  return (
    <Alert variant="light" my="sm">
      <Text size="sm" fw={600}>
        {t(late_by_s > 0 ? 'camera_clocks.behind' : 'camera_clocks.ahead', { camera, reference, time })}
      </Text>
      <Text size="sm" my="xs">
        {t('camera_clocks.text')}
      </Text>
      <Group gap="xs">
        {button('camera', t('camera_clocks.correct', { camera }))}
        {button('reference', t('camera_clocks.correct', { camera: reference }))}
        {button('neither', t('camera_clocks.leave'))}
      </Group>
    </Alert>
  );
}
