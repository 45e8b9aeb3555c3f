import { useNavigate } from '@tanstack/react-router';
import { Suspense } from 'react';
import { useTranslation } from 'react-i18next';
import { lazyPart } from '#client/components/ui/layout/lazy-part.tsx';
import { Dialog } from '#client/components/ui/overlays/dialog.tsx';
import { useUserSearch } from '#client/features/accounts/users/api/search-users.ts';
import type { Club } from '#server/contract/schemas/clubs.ts';

const ClubFormDialog = lazyPart(() =>
  import('#client/features/clubs/clubs/components/club-form-dialog.tsx').then((m) => ({
    default: m.ClubFormDialog,
  })),
);
const ClubAdminsPanel = lazyPart(() =>
  import('#client/features/clubs/clubs/components/club-admins-panel.tsx').then((m) => ({
    default: m.ClubAdminsPanel,
  })),
);

interface ClubDialogsProps {
  form: Club | 'new' | undefined;
  adminsOf: Club | undefined;
  onForm: (form: undefined) => void;
  onAdmins: (club: undefined) => void;
}

/** Dialogs that club administrators open from the list of clubs; downloaded on demand. A club that was made is opened. */
export function ClubDialogs({ form, adminsOf, onForm, onAdmins }: ClubDialogsProps) {
  const { t } = useTranslation();
  const navigate = useNavigate();
  const toMade = (clubId: string) => void navigate({ to: '/clubs/$clubId/manage', params: { clubId } });
  return (
    <Suspense>
      {form && <ClubFormDialog club={form} onClose={() => onForm(undefined)} onCreated={toMade} />}
      {adminsOf && (
        <Dialog
          opened
          onClose={() => onAdmins(undefined)}
          title={t('clubs.admins_of', { name: adminsOf.name })}
          size="xl"
        >
          <ClubAdminsPanel club={adminsOf} useUserSearch={useUserSearch} />
        </Dialog>
      )}
    </Suspense>
  );
}
