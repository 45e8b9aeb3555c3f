/**
 * How TRUST_PROXY may not fit the way that requests come: through a proxy it does not count, through one that names no visitor,
 * or past the one it counts.
 */
export const forwardingProblems = ['untrusted', 'nameless', 'bypassed'] as const;
export type ForwardingProblem = (typeof forwardingProblems)[number];
