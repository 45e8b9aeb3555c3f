import { ActionIcon, Button } from '@mantine/core';
import { IconPhotoPlus, IconX } from '@tabler/icons-react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import { useChangeFound } from '../api/my-photos.ts';
import type { ShownMember } from '../shown-names.ts';
import classes from './reference-pictures.module.css';

/** The pictures by which somebody is found, to see, add and delete. */
export function ReferencePictures({ member, onAdd }: { member: ShownMember; onAdd: () => void }) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const confirm = useConfirm();
  const fail = useErrorToast();
  const { removeReference } = useChangeFound();
  const name = member.shown_name;
  const remove = async (reference_id: string) => {
    const yes = await confirm({
      title: t('my_photos.delete_picture'),
      body: t('my_photos.delete_picture_text', { name }),
      confirm: t('common.delete'),
      danger: true,
    });
    if (yes) removeReference.mutate({ id: member.id, reference_id }, { onError: fail });
  };
  return (
    <ul className={classes.list} aria-label={t('my_photos.pictures', { name })}>
      {member.references.map((reference) => (
        <li key={reference.id}>
          <img
            src={reference.picture}
            alt={t('my_photos.picture_until', { name, date: date(reference.expires_on) })}
            title={t('my_photos.picture_until', { name, date: date(reference.expires_on) })}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('my_photos.delete_picture')}
            onClick={() => void remove(reference.id)}
          >
            <IconX size={16} aria-hidden="true" />
          </ActionIcon>
        </li>
      ))}
      {member.references.length < countLimits.referencesMax && (
        <li>
          <Button
            variant="default"
            leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
            onClick={onAdd}
          >
            {t('my_photos.add_picture')}
          </Button>
        </li>
      )}
    </ul>
  );
}
