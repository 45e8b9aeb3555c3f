import { Checkbox, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { FormDialog } from '#client/components/ui/forms/form-dialog.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import { useErasureActions } from '../api/erasures.ts';
import { SameNameNotice } from './same-name-notice.tsx';

interface EraseDialogProps {
  clubId: string;
  person: { id: string; name: string };
  /** Chosen by the family that asked for it. */
  hidePhotos?: boolean;
  /** That photos must not be shown outside the club is forgotten with the person. */
  refusesOutside?: boolean;
  onClose: () => void;
}

/** Says what goes and what stays before a person is erased. */
export default function EraseDialog({
  clubId,
  person,
  hidePhotos = false,
  refusesOutside = false,
  onClose,
}: EraseDialogProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const { erase } = useErasureActions();
  const { name } = person;
  const [hides, setHides] = useState(hidePhotos || refusesOutside);
  return (
    <FormDialog
      title={t('club_people.delete_title', { name })}
      submit={t('common.delete')}
      danger
      failed={t('failed.club_person_delete')}
      mutation={erase}
      onClose={onClose}
      onSubmit={(event) => {
        event.preventDefault();
        erase.mutate(
          { id: clubId, club_person_id: person.id, hide_photos: hides },
          {
            onSuccess: ({ counts: { photos_hidden: count = 0 } }) => {
              const hidden = count > 0 ? t('club_people.photos_hidden', { count, n: number(count) }) : '';
              toast.success(`${t('club_people.deleted', { name })} ${hidden}`.trim());
              onClose();
            },
          },
        );
      }}
    >
      <SameNameNotice clubId={clubId} person={person} />
      <Text>{t('club_people.delete_body')}</Text>
      <Text>{t('club_people.delete_photos')}</Text>
      {refusesOutside && <Text>{t('club_people.delete_outside', { name })}</Text>}
      <Checkbox
        label={t('club_people.hide_photos')}
        description={t('club_people.hide_photos_hint', { name })}
        checked={hides}
        onChange={(event) => setHides(event.currentTarget.checked)}
      />
    </FormDialog>
  );
}
