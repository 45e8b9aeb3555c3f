import { Alert, Button, FileButton, Stack } from '@mantine/core';
import { IconFileSpreadsheet } from '@tabler/icons-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { ListFile } from '../api/member-imports.ts';
import { readAsBase64 } from '../read-file.ts';

interface ChooseListProps {
  /** Another file is chosen instead of the one that is shown. */
  again?: boolean;
  onChoose: (file: ListFile) => void;
}

let serial = 0;

/** The button that chooses the file of a list. */
export function ChooseList({ again = false, onChoose }: ChooseListProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const choose = async (file: File | null) => {
    if (!file) return;
    setProblem(undefined);
    if (file.size > inputLimits.importFileBytesMax) return setProblem(t('errors.import_file_too_large'));
    try {
      const base64 = await readAsBase64(file);
      serial += 1;
      onChoose({ serial, name: file.name, base64 });
    } catch {
      // The file was moved, or the browser may not read it.
      setProblem(t('member_import.file_unreadable'));
    }
  };
  return (
    <Stack gap="sm" align="flex-start">
      <FileButton
        accept=".csv,.tsv,.txt,text/csv,text/tab-separated-values,text/plain"
        onChange={(file) => void choose(file)}
        inputProps={{ 'aria-label': t('member_import.choose') }}
      >
        {(props) => (
          <Button
            {...props}
            variant={again ? 'default' : 'filled'}
            leftSection={<IconFileSpreadsheet size={18} aria-hidden="true" />}
          >
            {t(again ? 'member_import.choose_again' : 'member_import.choose')}
          </Button>
        )}
      </FileButton>
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}
