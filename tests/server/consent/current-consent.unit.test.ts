import { describe, expect, test } from 'vitest';
import { type ConsentFacts, currentConsent } from './current-consent-model.ts';

const child: ConsentFacts = {
  ageYears: 9,
  self: undefined,
  guardians: [null, null],
  paper: null,
  refusedBefore: false,
};
const consent = (facts: Partial<ConsentFacts>) => currentConsent({ ...child, ...facts });

describe('the consent in force', () => {
  test.each([
    ['nobody has answered', {}, 'unknown'],
    ['one guardian says yes', { guardians: ['yes', null] }, 'yes'],
    ['the guardians disagree', { guardians: ['yes', 'no'] }, 'no'],
    ['a guardian has withdrawn', { guardians: ['yes', 'withdrawn'] }, 'no'],
    ['the club holds a signed paper', { paper: 'yes' }, 'yes'],
    ['paper says yes and a guardian no', { paper: 'yes', guardians: ['no'] }, 'no'],
    ['the last guardian is gone', { guardians: [] }, 'unknown'],
    ['the last guardian is gone, after a refusal', { guardians: [], refusedBefore: true }, 'no'],
    [
      'another guardian has not answered yet, after a refusal',
      { guardians: [null], refusedBefore: true },
      'no',
    ],
    ['another guardian says yes, after a refusal', { guardians: ['yes'], refusedBefore: true }, 'yes'],
    ['a child of nine says yes, after a refusal', { self: 'yes', guardians: [], refusedBefore: true }, 'no'],
    ['an adult who has left had refused', { ageYears: 30, guardians: [], refusedBefore: true }, 'no'],
    ['an adult says yes, after a refusal', { ageYears: 30, self: 'yes', refusedBefore: true }, 'yes'],
    ['a child of nine says yes by itself', { self: 'yes' }, 'unknown'],
    ['a child of nine says no by itself', { self: 'no', guardians: ['yes'] }, 'no'],
    ['from 14 the child has not answered yet', { ageYears: 14, self: null, guardians: ['yes'] }, 'unknown'],
    ['from 14 both say yes', { ageYears: 14, self: 'yes', guardians: ['yes'] }, 'yes'],
    ['from 14 without an account of its own', { ageYears: 15, guardians: ['yes'] }, 'yes'],
    ['at 18 what the guardians said stays', { ageYears: 18, self: null, guardians: ['yes'] }, 'yes'],
    ['at 18 the own answer replaces theirs', { ageYears: 18, self: 'yes', guardians: ['no'] }, 'yes'],
    ['an adult says no', { ageYears: 30, self: 'no', guardians: [] }, 'no'],
    ['somebody of unknown age without guardians', { ageYears: null, self: 'yes', guardians: [] }, 'yes'],
    ['somebody of unknown age with guardians', { ageYears: null, self: 'yes' }, 'unknown'],
  ] as [string, Partial<ConsentFacts>, string][])('where %s, %j: %s', (_, facts, expected) => {
    expect(consent(facts)).toBe(expected);
  });
});
