import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconUserMinus } from '#client/icons/user-minus.ts';
import { toast } from '#client/lib/toast.ts';
import type { ErasureRequest } from '#server/contract/schemas/erasures.ts';
import { useErasureActions, useErasures } from '../api/erasures.ts';

interface ErasureRequestsProps {
  clubId: string;
  onErase: (request: ErasureRequest) => void;
}

/** Requests of families to erase somebody. Empty where there are none. */
export function ErasureRequests({ clubId, onErase }: ErasureRequestsProps) {
  const { t } = useTranslation();
  const { data } = useErasures(clubId);
  const { decline } = useErasureActions();
  const onError = useErrorToast(t('failed.club_person_save'));
  if (!data || data.requests.length === 0) return null;
  return (
    <Alert color="blue" mb="lg" title={t('club_people.erasure_requests')} icon={<IconUserMinus size={20} />}>
      <Stack gap="lg">
        {data.requests.map((request) => {
          const { club_person_id, name, asked_by, hide_photos } = request;
          return (
            <Stack key={club_person_id} gap="xs">
              <Text fw={550}>
                {asked_by
                  ? t('club_people.erasure_request', { user: asked_by, name })
                  : t('club_people.erasure_request_family', { name })}
              </Text>
              {hide_photos && <Text size="sm">{t('club_people.erasure_hide')}</Text>}
              <Group gap="sm">
                <Button
                  color="red"
                  aria-label={t('club_people.delete_named', { name })}
                  onClick={() => onErase(request)}
                >
                  {t('club_people.erase')}
                </Button>
                <Button
                  variant="default"
                  loading={decline.isPending}
                  aria-label={t('club_people.keep_named', { name })}
                  onClick={() =>
                    decline.mutate(
                      { id: clubId, club_person_id },
                      { onSuccess: () => toast.success(t('club_people.kept', { name })), onError },
                    )
                  }
                >
                  {t('club_people.keep')}
                </Button>
              </Group>
            </Stack>
          );
        })}
      </Stack>
    </Alert>
  );
}
