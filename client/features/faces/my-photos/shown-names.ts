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

/** Two clubs may know one child, as two people of one name; a father of his son's name is another. */
export const isSomebodyElse = (one: FamilyMember, other: FamilyMember) =>
  one.is_self !== other.is_self || one.name.toLowerCase() !== other.name.toLowerCase();

/** Another child of the family for whom nobody looks: photos that are not surely of `member` are asked about, because they may be theirs. */
export const siblingNotLookedFor = (member: ShownMember, family: readonly ShownMember[] = []) =>
  family.find(
    (other) =>
      !member.is_self &&
      !other.is_self &&
      isSomebodyElse(member, other) &&
      (other.find !== 'yes' || other.references.length === 0),
  );
