import { useState } from 'react';
import type { Club } from '#server/contract/schemas/clubs.ts';
import type { Invitation } from '#server/contract/schemas/invitations.ts';
import { ShownInvitation } from './invitation-details.tsx';
import { InvitationForm } from './invitation-form.tsx';

interface InviteGuardianProps {
  club: Club;
  child: { id: string; name: string };
  onClose: () => void;
}

/** An invitation that asks whoever joins with it about this child: a form, then the link. */
export function InviteGuardian({ club, child, onClose }: InviteGuardianProps) {
  const [made, setMade] = useState<Invitation>();
  return made ? (
    <ShownInvitation club={club} invitation={made} isNew onChanged={setMade} onClose={onClose} />
  ) : (
    <InvitationForm club={club} audience="guardian" child={child} onClose={onClose} onCreated={setMade} />
  );
}
