import { Button, Group } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { IconDownload } from '#client/icons/download.ts';
import { sampleLists, sampleRows } from '../sample-rows.ts';
import { saveCsv } from '../save-csv.ts';

/** Lists to download and fill in. */
export function SampleLists() {
  const { t } = useTranslation();
  const language = useLanguageCode();
  return (
    <Group gap="xs" mt="sm">
      {sampleLists.map((list) => (
        <Button
          key={list}
          variant="subtle"
          leftSection={<IconDownload size={18} />}
          onClick={() => saveCsv(language, t(`member_import.sample_file.${list}`), sampleRows(t, list))}
        >
          {t(`member_import.sample.${list}`)}
        </Button>
      ))}
    </Group>
  );
}
