/** Reads what strace wrote of the network calls of a process. */

/** A DNS query for one name: flags "recursion desired", one question, then length-prefixed labels and a zero. */
const QUERY = /\\1(?:\\0|\\00|\\000| )\\0\\1(?:\\0){6}((?:\\[0-7]{1,3}|\\[nrtvf"\\]|[^"\\])*?)\\0\\0/g;

const ESCAPES: Record<string, number> = { n: 10, r: 13, t: 9, v: 11, f: 12 };

/** The distinct host names asked of a resolver, in order. Reverse lookups and single labels are left out. */
export function namesLookedUp(trace: string): string[] {
  const names = new Set<string>();
  for (const [, question = ''] of trace.matchAll(QUERY)) {
    const name = labelsOf(bytesOf(question));
    if (name.includes('.') && !name.endsWith('.arpa')) names.add(name);
  }
  return [...names];
}

/** Strace writes bytes as in C: octal, or a letter for some. */
function bytesOf(text: string): number[] {
  return [...text.matchAll(/\\([0-7]{1,3})|\\(.)|([\s\S])/g)].map(([, octal, letter, plain]) => {
    if (octal !== undefined) return Number.parseInt(octal, 8);
    if (letter !== undefined) return ESCAPES[letter] ?? letter.charCodeAt(0);
    return plain!.charCodeAt(0);
  });
}

function labelsOf(bytes: number[]): string {
  const labels: string[] = [];
  for (let at = 0; at < bytes.length; at += 1 + bytes[at]!)
    labels.push(String.fromCharCode(...bytes.slice(at + 1, at + 1 + bytes[at]!)));
  return labels.join('.');
}
