import { Select, SimpleGrid } from '@mantine/core';
import { useTranslation } from 'react-i18next';
import { listEncodings, listSeparators } from '#server/contract/member-list-format.ts';
import type { ImportPreview, ListFormat } from '#server/contract/schemas/member-imports.ts';

interface ListFormatFieldsProps {
  /** What was chosen; the rest is guessed. */
  format: ListFormat;
  /** How the list was read; undefined where it could not be read. */
  preview: ImportPreview | undefined;
  onChange: (format: ListFormat) => void;
}

/** How the file is read: each guess can be corrected. */
export function ListFormatFields({ format, preview, onChange }: ListFormatFieldsProps) {
  const { t } = useTranslation();
  // Other separators and encodings give other columns: those are guessed anew.
  const { columns: _, ...withoutColumns } = format;
  const hasHeader = format.has_header ?? preview?.has_header;
  return (
    <SimpleGrid cols={{ base: 1, sm: 3 }} spacing="md">
      <Select
        label={t('member_import.separator')}
        placeholder={t('member_import.unknown')}
        allowDeselect={false}
        data={listSeparators.map((value) => ({ value, label: t(`member_import.separators.${value}`) }))}
        value={format.separator ?? preview?.separator ?? null}
        onChange={(value) => {
          const separator = listSeparators.find((each) => each === value);
          if (separator) onChange({ ...withoutColumns, separator });
        }}
      />
      <Select
        label={t('member_import.encoding')}
        placeholder={t('member_import.unknown')}
        allowDeselect={false}
        data={listEncodings.map((value) => ({ value, label: t(`member_import.encodings.${value}`) }))}
        value={format.encoding ?? preview?.encoding ?? null}
        onChange={(value) => {
          const encoding = listEncodings.find((each) => each === value);
          if (encoding) onChange({ ...withoutColumns, encoding });
        }}
      />
      <Select
        label={t('member_import.header')}
        placeholder={t('member_import.unknown')}
        allowDeselect={false}
        data={[
          { value: 'yes', label: t('member_import.header_yes') },
          { value: 'no', label: t('member_import.header_no') },
        ]}
        value={hasHeader === undefined ? null : hasHeader ? 'yes' : 'no'}
        onChange={(value) => onChange({ ...withoutColumns, has_header: value === 'yes' })}
      />
    </SimpleGrid>
  );
}
