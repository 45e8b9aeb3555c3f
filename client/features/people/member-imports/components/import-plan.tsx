import { Alert, Skeleton, Stack } from '@mantine/core';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { Section } from '#client/components/ui/layout/section.tsx';
import { errorMessage, isCode } from '#client/lib/error-message.ts';
import type { ImportPurpose, ImportResult, ListFormat } from '#server/contract/schemas/member-imports.ts';
import { type ListFile, useChangeImports, usePreview } from '../api/member-imports.ts';
import { ImportSummary } from './import-summary.tsx';
import { ListColumns } from './list-columns.tsx';
import { ListFormatFields } from './list-format-fields.tsx';
import { PlannedLines } from './planned-lines.tsx';

interface ImportPlanProps {
  clubId: string;
  file: ListFile;
  /** The purpose that is chosen at first; left out, it is guessed from the list. */
  startsWith: ImportPurpose | undefined;
  onImported: (result: ImportResult) => void;
}

/** How a chosen file is read and what an import of it would do. Nothing happens before the import is started. */
export function ImportPlan({ clubId, file, startsWith, onImported }: ImportPlanProps) {
  const { t } = useTranslation();
  const [format, setFormat] = useState<ListFormat>({});
  const [invited, setInvited] = useState<ReadonlySet<number>>(new Set());
  const [chosen, setPurpose] = useState(startsWith);
  const { data, error, isPending, isPlaceholderData } = usePreview(clubId, file, format, chosen);
  const { create } = useChangeImports();
  const preview = error ? undefined : data;
  const purpose = chosen ?? preview?.purpose ?? null;
  const wanted = useMemo(
    () =>
      (preview?.lines ?? []).filter(
        ({ state, line }) =>
          purpose !== null &&
          purpose !== 'list' &&
          (state === 'new' || (state === 'possible_duplicate' && invited.has(line))),
      ),
    [preview, invited, purpose],
  );
  const invite = (line: number, wants: boolean) =>
    setInvited((before) => {
      const next = new Set(before);
      if (wants) next.add(line);
      else next.delete(line);
      return next;
    });
  const run = (expires_in_days: number) =>
    create.mutate(
      {
        id: clubId,
        file: file.base64,
        file_name: file.name,
        // As it was shown: the server must not guess anew.
        format: {
          ...format,
          encoding: preview?.encoding,
          separator: preview?.separator,
          has_header: preview?.has_header,
          columns: preview?.columns.map(({ meaning }) => meaning),
        },
        invite_lines: wanted.filter(({ state }) => state === 'possible_duplicate').map(({ line }) => line),
        expires_in_days,
        purpose: purpose ?? undefined,
      },
      { onSuccess: onImported },
    );

  return (
    <>
      <Section stacked title={t('member_import.read_title')} text={t('member_import.read_text')}>
        <Stack gap="lg">
          {/* A file that is no text has no separator to correct. */}
          {!isCode(error, 'import_file_not_text') && (
            <ListFormatFields
              format={format}
              preview={preview}
              onChange={(next) => {
                setInvited(new Set());
                setFormat(next);
              }}
            />
          )}
          {Boolean(error) && (
            <Alert color="red" role="alert">
              {errorMessage(t, error)}
            </Alert>
          )}
          {isPending && <Skeleton h={160} />}
          {preview && (
            <ListColumns
              columns={preview.columns}
              onChange={(columns) => {
                setInvited(new Set());
                setFormat({ ...format, columns });
              }}
            />
          )}
        </Stack>
      </Section>
      {preview && (
        <>
          <Section stacked title={t('member_import.plan_title')}>
            <ImportSummary
              preview={preview}
              wanted={wanted}
              purpose={purpose}
              onPurpose={setPurpose}
              busy={isPlaceholderData}
              pending={create.isPending}
              error={create.error}
              onImport={run}
            />
          </Section>
          <Section stacked title={t('member_import.lines_title')}>
            <PlannedLines lines={preview.lines} invited={invited} onInvite={invite} />
          </Section>
        </>
      )}
    </>
  );
}
