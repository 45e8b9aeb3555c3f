import { useTranslation } from 'react-i18next';
import { useConfirm } from '#client/components/ui/overlays/confirm.tsx';
import { useErrorToast } from '#client/hooks/use-error-toast.ts';
import { useFormat } from '#client/hooks/use-format.ts';
import { toast } from '#client/lib/toast.ts';
import type { MemberImport } from '#server/contract/schemas/member-imports.ts';
import { useChangeImports } from '../api/member-imports.ts';

/** Asks, then undoes a whole import. */
export function useUndoImport(clubId: string, onUndone?: () => void) {
  const { t } = useTranslation();
  const { number } = useFormat();
  const confirm = useConfirm();
  const showError = useErrorToast(t('failed.member_import_undo'));
  const { undo } = useChangeImports();
  const ask = async ({ id, invitations, people, mails }: MemberImport) => {
    const yes = await confirm({
      title: t('member_import.undo_title'),
      body: [
        invitations > 0 && t('member_import.undo_body', { count: invitations, n: number(invitations) }),
        people > 0 && t('member_import.undo_people', { count: people, n: number(people) }),
        mails > 0 && t('member_import.undo_mails'),
      ]
        .filter(Boolean)
        .join(' '),
      confirm: t('member_import.undo'),
      danger: true,
    });
    if (!yes) return;
    undo.mutate(
      { id: clubId, import_id: id },
      {
        onSuccess: ({ revoked, people_kept }) => {
          const undone =
            revoked > 0
              ? t('member_import.undone_mails', { count: revoked, n: number(revoked) })
              : t('member_import.undone');
          const kept =
            people_kept > 0
              ? t('member_import.people_kept', { count: people_kept, n: number(people_kept) })
              : '';
          toast.success(`${undone} ${kept}`.trim());
          onUndone?.();
        },
        onError: showError,
      },
    );
  };
  return { ask, isPending: undo.isPending, pendingId: undo.variables?.import_id };
}
