import type { FamilyMember } from '#server/contract/schemas/my-photos.ts';

/** `shown_name`: the first name, with the surname or the club where others of the family have the same. */
export type ShownMember = FamilyMember & { shown_name: string };

const firstName = ({ first_name, name }: FamilyMember) => first_name || name;
const nameAndClub = (member: FamilyMember) => `${firstName(member)} (${member.club_name})`;

/** A child who is known to two clubs is two people of clubs, and of a family two may share a first name. */
export const withShownNames = (members: readonly FamilyMember[]): ShownMember[] =>
  members.map((member) => {
    const isOnly = (nameOf: (other: FamilyMember) => string) =>
      members.every((other) => other === member || nameOf(other) !== nameOf(member));
    const nameOf = [firstName, ({ name }: FamilyMember) => name].find(isOnly) ?? nameAndClub;
    return { ...member, shown_name: nameOf(member) };
  });
