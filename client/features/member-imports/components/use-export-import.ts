import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { downloadBlob } from '#client/lib/download-blob.ts';
import { useErrorToast } from '#client/lib/use-error-toast.ts';
import { useLanguageCode } from '#client/lib/use-language-code.ts';
import { toCsv } from '#server/contract/csv.ts';
import { useImportedInvitations } from '../api/member-imports.ts';

/** Downloads the invitations of an import with their state, for a spreadsheet. */
export function useExportImport(clubId: string) {
  const { t } = useTranslation();
  const language = useLanguageCode();
  const imported = useImportedInvitations(clubId);
  return useMutation({
    mutationFn: async (importId: string) => {
      const invitations = await imported.mutateAsync(importId);
      const rows = invitations.map((row) => [
        row.first_name,
        row.last_name,
        row.email ?? '',
        t(`invitations.roles.${row.role}`),
        t(`invitations.states.${row.state}`),
        row.accepted_by ?? '',
      ]);
      const header = [
        t('invitations.first_name'),
        t('invitations.last_name'),
        t('invitations.email'),
        t('invitations.role'),
        t('invitations.state'),
        t('invitations.accepted'),
      ];
      // Excel separates cells by the sign that the language does not use in numbers.
      const csv = toCsv([header, ...rows], language === 'de' ? ';' : ',');
      downloadBlob(new Blob([csv], { type: 'text/csv' }), `${t('member_import.file_name')}.csv`);
    },
    onError: useErrorToast(t('failed.member_import_export')),
  });
}
