import { Button, Group, Stack, Text } from '@mantine/core';
import { type ReactNode, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { ButtonLink } from '#client/components/ui/elements/links.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useFormat } from '#client/hooks/use-format.ts';
import { IconArrowBackUp } from '#client/icons/arrow-back-up.ts';
import { IconDownload } from '#client/icons/download.ts';
import { IconUsers } from '#client/icons/users.ts';
import type { ImportResult } from '#server/contract/schemas/member-imports.ts';
import { LeftOutLines } from './left-out-lines.tsx';
import { useExportImport } from './use-export-import.ts';
import { useUndoImport } from './use-undo-import.ts';

interface ImportDoneProps {
  clubId: string;
  result: ImportResult;
  onUndone: () => void;
  /** Printing of the slips, which belongs to the invitations. */
  children: (importId: string) => ReactNode;
  /** What to know before slips are printed. */
  warning: ReactNode;
}

/** What an import has done, and what comes next: slips, the list, or back. */
export function ImportDone({ clubId, result, onUndone, children, warning }: ImportDoneProps) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const undo = useUndoImport(clubId, onUndone);
  const download = useExportImport(clubId);
  const made = result.import;
  // The button that imported may have been far down the page.
  useEffect(() => {
    scrollTo({ top: 0 });
  }, []);
  if (!made)
    return (
      <>
        <Section stacked title={t('member_import.done_nothing')}>
          <Text>{t('member_import.nothing_to_do')}</Text>
        </Section>
        <LeftOutLines lines={result.left_out} />
      </>
    );
  const slips = made.invitations - made.mails;
  return (
    <>
      <Section
        stacked
        title={
          made.invitations > 0
            ? t('member_import.done', { count: made.invitations, n: number(made.invitations) })
            : t('member_import.people_listed', { count: made.people, n: number(made.people) })
        }
      >
        <Stack gap="md">
          <Text role="status">
            {made.mails > 0 && t('member_import.mails', { count: made.mails, n: number(made.mails) })}{' '}
            {slips > 0 && t('member_import.slips', { count: slips, n: number(slips) })}{' '}
            {made.invitations > 0 &&
              made.people > 0 &&
              t('member_import.people_listed', { count: made.people, n: number(made.people) })}
          </Text>
          {slips > 0 && warning}
          <Group gap="sm">
            {slips > 0 && children(made.id)}
            {made.people > 0 && (
              <ButtonLink
                to="/clubs/$clubId/manage"
                params={{ clubId }}
                search={{ tab: 'people' }}
                variant="default"
                leftSection={<IconUsers size={18} />}
              >
                {t('member_import.to_people')}
              </ButtonLink>
            )}
            {made.invitations > 0 && (
              <Button
                variant="default"
                leftSection={<IconDownload size={18} />}
                loading={download.isPending}
                onClick={() => download.mutate(made.id)}
              >
                {t('member_import.export')}
              </Button>
            )}
            <Button
              variant="subtle"
              color="red"
              leftSection={<IconArrowBackUp size={18} />}
              loading={undo.isPending}
              onClick={() => void undo.ask(made)}
            >
              {t('member_import.undo')}
            </Button>
          </Group>
        </Stack>
      </Section>
      <LeftOutLines lines={result.left_out} />
    </>
  );
}
