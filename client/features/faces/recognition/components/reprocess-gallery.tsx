import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { PickerOption } from '#client/components/ui/forms/search-picker.tsx';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { errorMessage } from '#client/lib/error-message.ts';
import { toast } from '#client/lib/toast.ts';
import { useAnalysisActions } from '../api/analyses.ts';
import { GalleryPicker } from './gallery-picker.tsx';

/** Queues all photos of a gallery for analysis again. */
export function ReprocessGallery() {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const { reprocess } = useAnalysisActions();
  const [picked, setPicked] = useState<PickerOption | null>(null);
  const [round, setRound] = useState(0);

  const start = async () => {
    if (!picked) return;
    const name = picked.label;
    const yes = await confirm({
      title: t('recognition.reprocess_title', { name }),
      body: t('recognition.reprocess_body'),
      confirm: t('recognition.reprocess_start'),
    });
    if (!yes) return;
    reprocess.mutate(
      { id: picked.id },
      {
        onSuccess: ({ queued }) => {
          toast.success(t('recognition.reprocess_done', { count: queued, name }));
          setPicked(null);
          setRound(round + 1);
        },
        onError: (error) => toast.error(`${t('recognition.reprocess_failed')} ${errorMessage(t, error)}`),
      },
    );
  };

  return (
    <Group align="flex-end" gap="sm">
      <div style={{ flex: '1 1 220px' }}>
        <GalleryPicker key={round} onPick={setPicked} />
      </div>
      <Button onClick={() => void start()} disabled={!picked} loading={reprocess.isPending}>
        {t('recognition.reprocess_start')}
      </Button>
    </Group>
  );
}
