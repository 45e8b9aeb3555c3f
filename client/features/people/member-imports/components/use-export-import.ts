import { useMutation } from '@tanstack/react-query';
import { useTranslation } from 'react-i18next';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useLanguageCode } from '#client/hooks/use-language-code.ts';
import { useImportedInvitations } from '../api/member-imports.ts';
import { saveCsv } from '../save-csv.ts';

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
      saveCsv(language, t('member_import.file_name'), [header, ...rows]);
    },
    onError: useErrorToast(t('failed.member_import_export')),
  });
}
