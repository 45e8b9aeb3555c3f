import { ActionIcon, Button } from '@mantine/core';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconPhotoPlus } from '#client/icons/photo-plus.ts';
import { IconX } from '#client/icons/x.ts';
import { countLimits } from '#server/contract/count-limits.ts';
import type { ReferencePicture } from '#server/contract/schemas/my-photos.ts';
import type { PicturePurpose } from '../api/add-reference-picture.ts';
import { useChangeFound } from '../api/my-photos.ts';
import classes from './reference-pictures.module.css';

interface ReferencePicturesProps {
  purpose: PicturePurpose;
  member: { id: string; shown_name: string; references: ReferencePicture[] };
  /** Why a picture is missing. */
  hint?: ReactNode;
  onAdd: () => void;
}

/** The pictures that a family gave of somebody, to see, add and delete. */
export function ReferencePictures({ purpose, member, hint, onAdd }: ReferencePicturesProps) {
  const { t } = useTranslation();
  const { date } = useFormat();
  const confirm = useConfirm();
  const fail = useErrorToast();
  const { removeReference, removeGuardPicture } = useChangeFound();
  const removing = purpose === 'guard' ? removeGuardPicture : removeReference;
  const name = member.shown_name;
  const hasNone = member.references.length === 0;
  const remove = async (reference_id: string) => {
    const yes = await confirm({
      title: t('my_photos.delete_picture'),
      body: t(`my_photos.delete_picture_text.${purpose}`, { name }),
      confirm: t('common.delete'),
      danger: true,
    });
    if (yes) removing.mutate({ id: member.id, reference_id }, { onError: fail });
  };
  return (
    <ul className={classes.list} aria-label={t(`my_photos.pictures.${purpose}`, { name })}>
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
            <IconX size={16} />
          </ActionIcon>
        </li>
      ))}
      {hasNone && (
        <li>
          {t('my_photos.picture_missing')} {hint}
        </li>
      )}
      {member.references.length < countLimits.referencesMax && (
        <li>
          <Button
            variant={hasNone ? 'filled' : 'default'}
            leftSection={<IconPhotoPlus size={18} />}
            onClick={onAdd}
          >
            {t('my_photos.add_picture')}
          </Button>
        </li>
      )}
    </ul>
  );
}
