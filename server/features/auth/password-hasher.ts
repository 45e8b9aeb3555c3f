import { hash, verify } from '@node-rs/argon2';

/** OWASP's minimum for argon2id (Password Storage Cheat Sheet): 19 MiB, 2 passes, 1 lane. About 25 ms. */
const parameters = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

export interface PasswordHasher {
  hash(password: string): Promise<string>;
  /** `null` stands for an account that does not exist: it costs the same time and is never right. */
  matches(passwordHash: string | null, password: string): Promise<boolean>;
}

export function createPasswordHasher(): PasswordHasher {
  const decoy = hash('nobody has this password', parameters);
  return {
    hash: (password) => hash(password, parameters),
    matches: async (passwordHash, password) => {
      const right = await verify(passwordHash ?? (await decoy), password);
      return right && passwordHash !== null;
    },
  };
}
