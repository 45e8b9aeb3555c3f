import { Button, Text } from '@mantine/core';
import { useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { AddressWarning } from '#client/components/ui/feedback/address-warning.tsx';
import { ErrorState } from '#client/components/ui/feedback/error-state.tsx';
import { NotAvailable } from '#client/components/ui/feedback/not-available.tsx';
import { PageSkeleton } from '#client/components/ui/feedback/page-skeleton.tsx';
import { Page } from '#client/components/ui/layout/page.tsx';
import { PageHeader } from '#client/components/ui/layout/page-header.tsx';
import { Section } from '#client/components/ui/layout/section.tsx';
import { useClub } from '#client/features/clubs/clubs/api/get-club.ts';
import { useOpenPersonalInvitations } from '#client/features/people/invitations/api/invitations.ts';
import { InvitationSlips } from '#client/features/people/invitations/components/invitation-slips.tsx';
import {
  type ListFile,
  useImportedInvitations,
} from '#client/features/people/member-imports/api/member-imports.ts';
import { ChooseList } from '#client/features/people/member-imports/components/choose-list.tsx';
import { EarlierImports } from '#client/features/people/member-imports/components/earlier-imports.tsx';
import { ImportDone } from '#client/features/people/member-imports/components/import-done.tsx';
import { ImportPlan } from '#client/features/people/member-imports/components/import-plan.tsx';
import { SampleLists } from '#client/features/people/member-imports/components/sample-lists.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { IconPrinter } from '#client/icons/printer.ts';
import { isCode } from '#client/lib/error-message.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import type { ImportResult } from '#server/contract/schemas/member-imports.ts';

export function ImportMembersPage() {
  const { t } = useTranslation();
  const { clubId } = useParams({ from: '/signed-in/clubs/$clubId/import' });
  const { data: club, error, refetch } = useClub(clubId);
  if (isCode(error, 'club_not_found'))
    return <NotAvailable kind="missing" text={t('errors.club_not_found')} back="/clubs" />;
  if (isCode(error, 'club_forbidden') || club?.permissions.can_manage_members === false)
    return <NotAvailable kind="forbidden" text={t('errors.club_forbidden')} back="/clubs" />;
  if (error && !club)
    return (
      <Page>
        <ErrorState title={t('failed.club_load')} error={error} onRetry={() => void refetch()} />
      </Page>
    );
  return club ? <ImportMembers club={club} /> : <PageSkeleton />;
}

/** Invites the members of a list, or puts them on the list of people: choose a file, look at what would happen, import. */
function ImportMembers({ club }: { club: Club }) {
  const { t } = useTranslation();
  const onlyPeople = useSearch({ from: '/signed-in/clubs/$clubId/import' }).only === 'people';
  const [file, setFile] = useState<ListFile>();
  const [result, setResult] = useState<ImportResult>();
  const choose = (chosen: ListFile | undefined) => {
    setResult(undefined);
    setFile(chosen);
  };
  return (
    <Page>
      <PageHeader
        title={t('member_import.title')}
        back={`/clubs/${club.id}/manage?tab=${onlyPeople ? 'people' : 'invitations'}`}
        facts={<span>{club.name}</span>}
      />
      {result && (
        <ImportDone
          clubId={club.id}
          result={result}
          onUndone={() => choose(undefined)}
          warning={<AddressWarning />}
        >
          {(importId) => <PrintSlips club={club} importId={importId} />}
        </ImportDone>
      )}
      <Section title={t('member_import.file')} text={file ? undefined : t('member_import.file_text')}>
        {file && <Text mb="sm">{file.name}</Text>}
        <ChooseList instead={file} onChoose={choose} />
        {!file && <SampleLists />}
      </Section>
      {file && !result && (
        <ImportPlan
          key={file.serial}
          clubId={club.id}
          file={file}
          startsWith={onlyPeople ? 'list' : undefined}
          onImported={setResult}
        />
      )}
      {(!file || result) && <EarlierImports clubId={club.id} />}
    </Page>
  );
}

/** Prints a slip for each open invitation of the import that was not mailed. */
function PrintSlips({ club, importId }: { club: Club; importId: string }) {
  const { t } = useTranslation();
  const imported = useImportedInvitations(club.id);
  const open = useOpenPersonalInvitations(club.id);
  const showError = useErrorToast(t('failed.invitations_load'));
  const [slips, setSlips] = useState<Invitation[]>();
  const print = async () => {
    try {
      const made = new Set((await imported.mutateAsync(importId)).map(({ id }) => id));
      const all = await open.mutateAsync();
      setSlips(all.filter(({ id, mail }) => made.has(id) && mail === null));
    } catch (error) {
      showError(error);
    }
  };
  return (
    <>
      <Button
        leftSection={<IconPrinter size={18} />}
        loading={imported.isPending || open.isPending}
        onClick={() => void print()}
      >
        {t('member_import.print')}
      </Button>
      {slips && <InvitationSlips club={club.name} invitations={slips} onDone={() => setSlips(undefined)} />}
    </>
  );
}
