import { Button, Group, Text } from '@mantine/core';
import { useMediaQuery } from '@mantine/hooks';
import { IconFolder, IconPhotoPlus } from '@tabler/icons-react';
import { type DragEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { acceptAttribute } from '#client/lib/upload/is-accepted-file.ts';
import {
  filesOfDrop,
  filesOfInput,
  type Picked,
  type PickedFile,
} from '#client/lib/upload/read-picked-files.ts';
import { useFormat } from '#client/lib/use-format.ts';
import classes from './drop-area.module.css';

interface DropAreaProps {
  onFiles: (files: PickedFile[]) => void;
  compact: boolean;
  /** Whether a whole folder can be chosen. */
  folders?: boolean;
}

export function DropArea({ onFiles, compact, folders = true }: DropAreaProps) {
  const { t } = useTranslation();
  // Touch screens do not offer drag and drop.
  const touch = useMediaQuery('(hover: none)', undefined, { getInitialValueInEffect: false });
  const [over, setOver] = useState(false);
  const [leftOut, setLeftOut] = useState<string[]>([]);
  const { list, number } = useFormat();
  const files = useRef<HTMLInputElement>(null);
  const folder = useRef<HTMLInputElement>(null);

  const take = (picked: Picked) => {
    setLeftOut(picked.leftOut);
    onFiles(picked.files);
  };
  const drop = async (event: DragEvent) => {
    event.preventDefault();
    setOver(false);
    take(await filesOfDrop(event.dataTransfer));
  };
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
      onDragOver={(event) => {
        event.preventDefault();
        setOver(true);
      }}
      onDragLeave={(event) => !event.currentTarget.contains(event.relatedTarget as Node) && setOver(false)}
      onDrop={(event) => void drop(event)}
    >
      <p className={classes.title}>{t(touch ? 'upload.drop_label' : 'upload.drop_here')}</p>
      <p className={classes.hint}>{t('upload.formats')}</p>
      <Group justify="center" gap="sm" className={classes.choices}>
        <Button
          variant="default"
          leftSection={<IconPhotoPlus size={18} aria-hidden="true" />}
          onClick={() => files.current?.click()}
          data-autofocus
        >
          {t('upload.select_files')}
        </Button>
        {folders && (
          <Button
            variant="default"
            leftSection={<IconFolder size={18} aria-hidden="true" />}
            onClick={() => folder.current?.click()}
          >
            {t('upload.select_folder')}
          </Button>
        )}
      </Group>
      {leftOut.length > 0 && (
        <Text size="sm" mt="sm" role="status" style={{ overflowWrap: 'anywhere' }}>
          {t('upload.left_out', {
            count: leftOut.length,
            n: number(leftOut.length),
            names: list(leftOut.length > 3 ? [...leftOut.slice(0, 3), '…'] : leftOut),
          })}
        </Text>
      )}
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
