import { useState } from 'react';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { InvitationDetails } from './invitation-details.tsx';
import { InvitationPoster } from './invitation-poster.tsx';
import { InvitationSlips } from './invitation-slips.tsx';

interface ShownInvitationProps {
  club: Pick<Club, 'id' | 'name'>;
  invitation: Invitation;
  isNew: boolean;
  onChanged: (invitation: Invitation) => void;
  onClose: () => void;
}

/** One invitation in a dialog, which a print of it takes the place of. */
export function ShownInvitation({ club, invitation, isNew, onChanged, onClose }: ShownInvitationProps) {
  const [sheet, setSheet] = useState<'poster' | 'slips'>();
  if (sheet === 'poster')
    return <InvitationPoster club={club.name} invitation={invitation} onDone={onClose} />;
  if (sheet === 'slips')
    return <InvitationSlips club={club.name} invitations={[invitation]} onDone={onClose} />;
  return (
    <InvitationDetails
      clubId={club.id}
      invitation={invitation}
      isNew={isNew}
      onChanged={onChanged}
      onPrint={setSheet}
      onClose={onClose}
    />
  );
}
