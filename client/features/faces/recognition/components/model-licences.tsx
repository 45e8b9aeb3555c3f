import { Button, Paper, Stack, Text, Title } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { toast } from '#client/lib/toast.ts';
import { type FaceSettings, useAcceptModel } from '../api/face-settings.ts';

/** Models whose licence has to be accepted first, as long as one is not in use: what they bring, and the question. */
export function ModelLicences({ settings }: { settings: FaceSettings }) {
  const { t } = useTranslation();
  const confirm = useConfirm();
  const showError = useErrorToast();
  const accept = useAcceptModel();

  const ask = async (id: string, name: string) => {
    const yes = await confirm({
      title: t('recognition.accept_title', { name }),
      body: t('recognition.accept_body'),
      confirm: t('recognition.accept_yes'),
    });
    if (!yes) return;
    accept.mutate(
      { model: id },
      {
        onSuccess: () => toast.success(t('recognition.accepted', { name })),
        onError: showError,
      },
    );
  };

  return settings.reserved_models
    .filter(({ id }) => id !== settings.recognition_model)
    .map(({ id, licence, accepted, present }) => {
      const name = t(`recognition.choice.${id}`, { defaultValue: id });
      const ready = accepted && present;
      return (
        <Paper key={id} component="section" aria-labelledby={`reserved-${id}`} withBorder p="md" mt="xl">
          <Stack gap="xs" align="flex-start">
            <Title order={3} size="h5" id={`reserved-${id}`}>
              {t('recognition.reserved_title', { name })}
            </Title>
            <Text size="sm">{t('recognition.reserved_text')}</Text>
            {ready ? (
              <Text size="sm">{t('recognition.reserved_ready')}</Text>
            ) : (
              <>
                <Text size="sm">{t('recognition.reserved_licence', { licence })}</Text>
                <Button variant="default" loading={accept.isPending} onClick={() => void ask(id, name)}>
                  {t('recognition.accept')}
                </Button>
              </>
            )}
          </Stack>
        </Paper>
      );
    });
}
