import type { TFunction } from 'i18next';
import type { Tone } from '#client/components/ui/feedback/status-badge.tsx';
import type { Invitation } from '#server/contract/schemas/invitations.ts';

export const personOf = ({ first_name, last_name }: Invitation): string =>
  `${first_name} ${last_name}`.trim();

/** The recipient of an invitation: a child's guardian, a name, an address, or anybody. */
export const labelOf = (t: TFunction, invitation: Invitation): string =>
  (invitation.guardian_of && t('invitations.guardian_of', { name: invitation.guardian_of })) ||
  personOf(invitation) ||
  invitation.email ||
  t(invitation.max_uses === 1 ? 'invitations.one_person' : 'invitations.anybody');

/** What a sheet of paper says of the child of an invitation for a guardian. */
export const parentsOf = (t: TFunction, { guardian_of }: Invitation): string =>
  guardian_of ? t('invitations.for_parents', { name: guardian_of }) : '';

export const stateTones: Record<Invitation['state'], Tone> = {
  open: 'good',
  used: 'info',
  expired: 'waiting',
  revoked: 'quiet',
};

/** The address without what everybody knows of it. */
export const addressOf = (url: string): string => url.replace(/^https?:\/\//, '');
