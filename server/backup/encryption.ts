import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { BackupError } from './backup-error.ts';

/** 2^16 rounds of scrypt take 64 MB and a third of a second, once for each file that a passphrase opens. */
const SCRYPT_WORK_FACTOR = 16;

/**
 * Encryption in the format of age (age-encryption.org), which other programs read too. A passphrase opens two files: the
 * manifest, so that one cannot be written without it, and the key of the backup, which opens the others.
 */
export interface Encryption {
  passphrase: string;
  /** The key, encrypted with the passphrase: the content of the file `key.age`. */
  keyFile: Uint8Array;
  encrypt(plain: Readable): Promise<Readable>;
  decrypt(encrypted: Readable): Promise<Readable>;
  encryptWithPassphrase(plain: string): Promise<Uint8Array>;
  decryptWithPassphrase(encrypted: Uint8Array): Promise<string>;
}

/** Encryption with a new key. */
export async function createEncryption(passphrase: string): Promise<Encryption> {
  const identity = await generateX25519Identity();
  return withIdentity(passphrase, identity, await encryptWithPassphrase(passphrase, identity));
}

/** The encryption of a backup made before. @throws BackupError when the passphrase is another one */
export async function openEncryption(passphrase: string, keyFile: Uint8Array): Promise<Encryption> {
  return withIdentity(passphrase, await decryptWithPassphrase(passphrase, keyFile), keyFile);
}

async function withIdentity(passphrase: string, identity: string, keyFile: Uint8Array): Promise<Encryption> {
  const recipient = await identityToRecipient(identity);
  return {
    passphrase,
    keyFile,
    async encrypt(plain) {
      const encrypter = new Encrypter();
      encrypter.addRecipient(recipient);
      return toNode(await encrypter.encrypt(toWeb(plain)));
    },
    async decrypt(encrypted) {
      const decrypter = new Decrypter();
      decrypter.addIdentity(identity);
      return toNode(await decrypter.decrypt(toWeb(encrypted)));
    },
    encryptWithPassphrase: (plain) => encryptWithPassphrase(passphrase, plain),
    decryptWithPassphrase: (encrypted) => decryptWithPassphrase(passphrase, encrypted),
  };
}

function encryptWithPassphrase(passphrase: string, plain: string): Promise<Uint8Array> {
  const encrypter = new Encrypter();
  encrypter.setPassphrase(passphrase);
  encrypter.setScryptWorkFactor(SCRYPT_WORK_FACTOR);
  return encrypter.encrypt(plain);
}

async function decryptWithPassphrase(passphrase: string, encrypted: Uint8Array): Promise<string> {
  const decrypter = new Decrypter();
  decrypter.addPassphrase(passphrase);
  try {
    return await decrypter.decrypt(encrypted, 'text');
  } catch (cause) {
    throw new BackupError('The passphrase is wrong, or the backup is damaged.', { cause });
  }
}

// The library has the types of a browser's streams; Node's are the same in all that is used here.
type BrowserStream = Parameters<Encrypter['encrypt']>[0] & globalThis.ReadableStream<Uint8Array>;
const toWeb = (stream: Readable) => Readable.toWeb(stream) as unknown as BrowserStream;
const toNode = (stream: unknown) => Readable.fromWeb(stream as ReadableStream);
