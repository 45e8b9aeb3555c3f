import { Alert, Button, FileButton, Stack, Textarea } from '@mantine/core';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { IconFileSpreadsheet } from '#client/icons/file-spreadsheet.ts';
import { inputLimits } from '#server/contract/input-limits.ts';
import type { ListFile } from '../api/member-imports.ts';
import { readAsBase64 } from '../read-file.ts';

interface ChooseListProps {
  /** Another list is chosen instead of this one. */
  instead: ListFile | undefined;
  onChoose: (file: ListFile | undefined) => void;
}

const workbookType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';
let serial = 0;

/** Chooses the file of a list, or takes cells that were copied from a table. */
export function ChooseList({ instead, onChoose }: ChooseListProps) {
  const { t } = useTranslation();
  const [problem, setProblem] = useState<string>();
  const [pasted, setPasted] = useState('');
  const again = instead !== undefined;
  const take = async (name: string, list: Blob, isPasted = false) => {
    setProblem(undefined);
    const isTooLarge = (blob: Blob) => blob.size > inputLimits.importFileBytesMax;
    try {
      const text = isTooLarge(list) || !name.toLowerCase().endsWith('.xlsx') ? list : await asCsv(list);
      if (isTooLarge(text)) return setProblem(t('errors.import_file_too_large'));
      const base64 = await readAsBase64(text);
      serial += 1;
      onChoose({ serial, name, base64, isPasted });
    } catch {
      // The file was moved, the browser may not read it, or it is no Excel file.
      setProblem(t('member_import.file_unreadable'));
    }
  };
  if (instead?.isPasted)
    return (
      <Button
        variant="default"
        onClick={() => {
          setPasted('');
          onChoose(undefined);
        }}
      >
        {t('member_import.other_list')}
      </Button>
    );
  return (
    <Stack gap="sm" align="flex-start">
      <FileButton
        accept={`.csv,.tsv,.txt,.xlsx,text/csv,text/tab-separated-values,text/plain,${workbookType}`}
        onChange={(file) => file && void take(file.name, file)}
        inputProps={{ 'aria-label': t('member_import.choose') }}
      >
        {(props) => (
          <Button
            {...props}
            variant={again ? 'default' : 'filled'}
            leftSection={<IconFileSpreadsheet size={18} />}
          >
            {t(again ? 'member_import.choose_again' : 'member_import.choose')}
          </Button>
        )}
      </FileButton>
      {!again && (
        <>
          <Textarea
            w="100%"
            maw={560}
            label={t('member_import.paste')}
            value={pasted}
            onChange={(event) => setPasted(event.currentTarget.value)}
            autoComplete="off"
            spellCheck={false}
          />
          {pasted.trim() && (
            <Button onClick={() => void take(t('member_import.pasted'), new Blob([pasted]), true)}>
              {t('member_import.read_pasted')}
            </Button>
          )}
        </>
      )}
      {problem && (
        <Alert color="red" role="alert">
          {problem}
        </Alert>
      )}
    </Stack>
  );
}

async function asCsv(workbook: Blob): Promise<Blob> {
  const { readWorkbook } = await import('../read-workbook.ts');
  return new Blob([await readWorkbook(workbook)]);
}
