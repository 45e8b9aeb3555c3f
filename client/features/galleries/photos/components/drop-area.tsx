import { Button, Group } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFolder } from '#client/icons/folder.ts';
import { IconPhotoPlus } from '#client/icons/photo-plus.ts';
import { acceptAttribute } from '#client/lib/upload/is-accepted-file.ts';
import {
  filesOfInput,
  type LeftOut,
  type Picked,
  type PickedFile,
} from '#client/lib/upload/read-picked-files.ts';
import { useFileDrop } from '#client/lib/upload/use-file-drop.ts';
import classes from './drop-area.module.css';
import { LeftOutFiles } from './left-out-files.tsx';

interface DropAreaProps {
  onFiles: (files: PickedFile[], leftOut: LeftOut[]) => void;
  compact: boolean;
  /** What was dropped on the page before this was shown. */
  dropped?: Picked | undefined;
  /** Whether a whole folder can be chosen. */
  folders?: boolean;
}

/** Buttons to choose files. Dropped ones are caught in the whole window while this is shown. */
export function DropArea({ onFiles, compact, dropped, folders = true }: DropAreaProps) {
  const { t } = useTranslation();
  // Touch screens do not offer drag and drop.
  const touch = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const [leftOut, setLeftOut] = useState<LeftOut[]>([]);
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = (picked: Picked) => {
    setLeftOut(picked.leftOut);
    onFiles(picked.files, picked.leftOut);
  };
  const over = useFileDrop(take);
  const takeDropped = useEffectEvent(take);
  useEffect(() => {
    if (dropped) takeDropped(dropped);
  }, [dropped]);
  const pick = (input: HTMLInputElement) => {
    take(filesOfInput(input.files));
    input.value = '';
  };

  return (
    <section
      aria-label={t('upload.drop_label')}
      className={classes.area}
      data-over={over || undefined}
      data-compact={compact || undefined}
    >
      <p className={classes.title}>{t(touch ? 'upload.drop_label' : 'upload.drop_here')}</p>
      <p className={classes.hint}>{t('upload.formats')}</p>
      <Group justify="center" gap="sm" className={classes.choices}>
        <Button
          variant={compact ? 'default' : 'filled'}
          leftSection={<IconPhotoPlus size={18} />}
          onClick={() => files.current?.click()}
          data-autofocus
        >
          {t('upload.select_files')}
        </Button>
        {folders && (
          <Button
            variant="default"
            leftSection={<IconFolder size={18} />}
            onClick={() => folder.current?.click()}
          >
            {t('upload.select_folder')}
          </Button>
        )}
      </Group>
      <LeftOutFiles files={leftOut} />
      <input
        ref={files}
        type="file"
        multiple
        hidden
        accept={acceptAttribute}
        data-testid="upload-files"
        onChange={(event) => pick(event.currentTarget)}
      />
      <input
        ref={folder}
        type="file"
        multiple
        hidden
        data-testid="upload-folder"
        {...{ webkitdirectory: '' }}
        onChange={(event) => pick(event.currentTarget)}
      />
    </section>
  );
}
