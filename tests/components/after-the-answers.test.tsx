import { screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { sampleAnswer } from './support/fake-server.ts';
import { renderApp, userWith } from './support/render.tsx';

test('after the questions about a child, the next child and the end stand before the answers', async () => {
  const family = sampleAnswer('family', 'mine');
  const [claim] = family.claims;
  const questions = claim!.questions.map((each) => ({ ...each, answer: 'yes' as const }));
  const answered = { ...claim!, id: 'c', relation: 'child' as const, name: 'Mia', questions };
  const { user } = renderApp('/my-photos?claim=c', {
    as: userWith('member'),
    answers: { family: { mine: { ...family, claims: [answered] } } },
  });
  const done = await screen.findByRole('link', { name: 'Done' });
  const answer = screen.getAllByText('Yes')[0]!;
  expect(done.compareDocumentPosition(answer)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  await user.click(screen.getByRole('link', { name: 'Add another child' }));
  expect(await screen.findByRole('textbox', { name: 'Name of the child' })).toBeVisible();
});
