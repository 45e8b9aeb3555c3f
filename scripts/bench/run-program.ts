import { fork } from 'node:child_process';
import { once } from 'node:events';

/** What a program answers that runs in a process of its own. @throws where it ends without an answer */
export async function runProgram<Answer>(program: string, ...words: string[]): Promise<Answer> {
  const child = fork(program, words);
  let answer: Answer | undefined;
  child.on('message', (message) => {
    answer = message as Answer;
  });
  const [code] = await once(child, 'exit');
  if (answer === undefined) throw new Error(`${program} ended without an answer (exit ${code})`);
  return answer;
}
