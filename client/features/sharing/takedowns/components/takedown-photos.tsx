import { Button, Text } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useFormat } from '#client/hooks/use-format.ts';
import type { Takedown } from '#server/contract/schemas/takedowns.ts';
import { MarkedPhoto } from './marked-photo.tsx';
import { SameFile } from './same-file.tsx';
import classes from './takedown-card.module.css';

interface TakedownPhotosProps {
  /** The last of those that are decided together may be on another page. */
  takedowns: [Takedown, ...Takedown[]];
  show: string;
  disabled: boolean;
  loading?: (id: string) => boolean;
  onShow: (takedown: Takedown) => void;
}

/** The photos of what is decided together; each can be shown by itself. */
export function TakedownPhotos({ takedowns, show, disabled, loading, onShow }: TakedownPhotosProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const more = takedowns[0].together - takedowns.length;
  return (
    <>
      <ul className={classes.photos}>
        {takedowns.map((takedown) => (
          <li key={takedown.id}>
            <MarkedPhoto
              photo={takedown.photo}
              url={takedown.photo.thumbnail_url}
              alt={takedown.photo.filename}
              mark={takedown.mark}
              face={takedown.face}
              maxHeight={140}
            />
            <Button
              variant="subtle"
              size="sm"
              fullWidth
              px={4}
              aria-label={t('takedowns.show_again_named', { name: takedown.photo.filename })}
              loading={loading?.(takedown.id) ?? false}
              disabled={disabled}
              onClick={() => onShow(takedown)}
            >
              {show}
            </Button>
            <SameFile photos={takedown.same_file} />
          </li>
        ))}
      </ul>
      {more > 0 && <Text size="sm">{t('takedowns.more_hidden', { count: more, n: number(more) })}</Text>}
    </>
  );
}
