import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { ClaimForm } from '#client/features/people/family/components/claim-form.tsx';
import { ClaimQuestions } from '#client/features/people/family/components/claim-questions.tsx';
import { KnownAlready } from '#client/features/people/family/components/known-already.tsx';
import { useUser } from '#client/lib/session.ts';
import type { Claimed, Family, Relation } from '#server/contract/schemas/family.ts';

interface NameFamilyProps {
  family: Family;
  /** Whose photos the member wants to name. */
  whose: Relation | undefined;
  /** The claim whose questions are answered. */
  claim: Family['claims'][number] | undefined;
}

/** The way from "Whose photos are you looking for?" to the answered questions: who it is, then one question after the other. */
export function NameFamily({ family: { clubs }, whose, claim }: NameFamilyProps) {
  const navigate = useNavigate();
  const user = useUser();
  const [known, setKnown] = useState<Claimed['known']>(null);
  const [first, ...rest] = clubs;
  if (claim) return <ClaimQuestions key={claim.id} claim={claim} />;
  if (!whose || !first) return null;
  if (known) return <KnownAlready relation={whose} known={known} />;
  return (
    <ClaimForm
      key={whose}
      relation={whose}
      clubs={[first, ...rest]}
      ownName={user.full_name}
      onClaimed={({ id, known }) => {
        if (id === null) setKnown(known);
        else void navigate({ to: '/my-photos', search: { claim: id }, replace: true });
      }}
    />
  );
}
