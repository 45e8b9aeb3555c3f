import { Button, Group, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { CopyButton } from '#client/components/ui/elements/copy-button.tsx';
import { PrintSheet } from '#client/components/ui/layout/print-sheet.tsx';
import { IconDownload } from '#client/icons/download.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { downloadBlob } from '#client/lib/download-blob.ts';
import { useInstallationName } from '#client/lib/installation-name.ts';
import { useUser } from '#client/lib/session.ts';
import classes from './second-factor.module.css';

/** Shows recovery codes, to be copied, printed or downloaded. */
export function RecoveryCodes({ codes, onDone }: { codes: string[]; onDone: () => void }) {
  const { t } = useTranslation();
  const { username } = useUser();
  const installation = useInstallationName();
  const [printing, setPrinting] = useState(false);
  const heading = t('second_factor.recovery_sheet', { username, installation });
  const text = `${heading}\n${t('second_factor.recovery_sheet_text')}\n\n${codes.join('\n')}\n`;
  const list = (
    <ul className={classes.codes}>
      {codes.map((code) => (
        <li key={code}>{code}</li>
      ))}
    </ul>
  );
  return (
    <Stack gap="md">
      <Text>{t('second_factor.recovery_text')}</Text>
      {list}
      <Group gap="sm">
        <CopyButton value={text} label={t('second_factor.recovery_copy')} />
        <Button
          variant="default"
          leftSection={<IconDownload size={18} />}
          onClick={() => downloadBlob(new Blob([text], { type: 'text/plain' }), 'recovery-codes.txt')}
        >
          {t('second_factor.recovery_download')}
        </Button>
        <Button variant="default" leftSection={<IconPrinter size={18} />} onClick={() => setPrinting(true)}>
          {t('second_factor.recovery_print')}
        </Button>
      </Group>
      <Group justify="flex-end">
        <Button onClick={onDone}>{t('second_factor.recovery_done')}</Button>
      </Group>
      {printing && (
        <PrintSheet paper="A4" onDone={() => setPrinting(false)}>
          <h1 className={classes.heading}>{heading}</h1>
          <p>{t('second_factor.recovery_sheet_text')}</p>
          {list}
        </PrintSheet>
      )}
    </Stack>
  );
}
