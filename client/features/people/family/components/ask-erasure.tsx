import { Button, Checkbox, Group, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import type { FamilyPerson } from '#server/contract/schemas/family.ts';
import { useFamilyActions } from '../api/family.ts';

const labelOfNames = {
  whiteSpace: 'normal',
  overflow: 'visible',
  overflowWrap: 'anywhere',
  lineHeight: 1.5,
} as const;

/** Asks the club to erase somebody of the family, and says that it was asked. */
export function AskErasure({ person }: { person: FamilyPerson }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const { withdrawErasure } = useFamilyActions();
  const onError = useErrorToast(t('failed.erasure_ask'));
  const [asking, setAsking] = useState(false);
  const { id, name, relation, erasure_asked_at } = person;
  if (erasure_asked_at !== null)
    return (
      <Group gap="sm">
        <Text size="sm">{t('family.erase_waits', { date: date(erasure_asked_at), name })}</Text>
        <Button
          variant="subtle"
          size="compact-sm"
          loading={withdrawErasure.isPending}
          aria-label={t('family.erase_withdraw_named', { name })}
          onClick={() =>
            withdrawErasure.mutate(
              { id },
              { onSuccess: () => toast.success(t('family.erase_withdrawn', { name })), onError },
            )
          }
        >
          {t('family.erase_withdraw')}
        </Button>
      </Group>
    );
  return (
    <>
      {/* The name wraps, as the widest is wider than a phone; in the usual label of a button Arabic letters are cut. */}
      <Button
        variant="subtle"
        size="compact-sm"
        styles={{ root: { blockSize: 'auto' }, label: labelOfNames }}
        onClick={() => setAsking(true)}
      >
        {relation === 'self' ? t('family.erase_self') : t('family.erase', { name })}
      </Button>
      {asking && <AskDialog person={person} onClose={() => setAsking(false)} />}
    </>
  );
}

function AskDialog({ person, onClose }: { person: FamilyPerson; onClose: () => void }) {
  const { t } = useTranslation();
  const { askErasure } = useFamilyActions();
  const { id, name, club_name, consents } = person;
  const outside = consents.find(({ purpose }) => purpose === 'outside');
  const isRefused = outside?.current === 'no';
  const isOwnNo = outside?.own === 'no' || outside?.own === 'withdrawn';
  // Whoever refused: after the deletion nobody knows it, so the photos are hidden unless somebody decides otherwise.
  const [hides, setHides] = useState(isRefused);
  return (
    <FormDialog
      title={t('family.erase_title', { club: club_name, name })}
      submit={t('family.erase_ask')}
      failed={t('failed.erasure_ask')}
      mutation={askErasure}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        askErasure.mutateAsync({ id, hide_photos: hides }).then(
          () => {
            toast.success(t('family.erase_asked'));
            onClose();
          },
          // Stands in the form.
          () => undefined,
        );
      }}
    >
      <Text>{t('family.erase_body', { name })}</Text>
      {isRefused && (
        <Text>{t(isOwnNo ? 'family.erase_outside' : 'family.erase_outside_others', { name })}</Text>
      )}
      <Checkbox
        label={t('family.erase_hide')}
        description={t('family.erase_hide_hint', { name })}
        checked={hides}
        onChange={(event) => setHides(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
