import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. About 25 ms. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `null` stands for an account that does not exist: it costs the same time and is never right. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

declare module '#server/app-context.ts' {
  interface AppContext {
    passwords: PasswordHasher;
  }
}

/**
 * The ways in which devices write the same letters: "ü" is one character or, on some, u and two dots. Hashes are made of the
 * first (RFC 8265, OpaqueString); those of older releases may be of any. Most passwords have one form.
 */
const formsOf = (password: string): Set<string> =>
  new Set([password.normalize('NFC'), password, password.normalize('NFD')]);

export function createPasswordHasher(): PasswordHasher {
  const decoy = hash('nobody has this password', parameters);
  return {
    hash: (password) => hash(password.normalize('NFC'), parameters),
    matches: async (passwordHash, password) => {
      const known = passwordHash ?? (await decoy);
      for (const form of formsOf(password)) if (await verify(known, form)) return passwordHash !== null;
      return false;
    },
  };
}
