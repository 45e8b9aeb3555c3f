import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto';
import { isoCBOR } from '@simplewebauthn/server/helpers';
import type {
  NewPasskey,
  PasskeyAnswer,
  PasskeyCreation,
  PasskeyRequest,
} from '#server/contract/schemas/passkeys.ts';

const sha256 = (bytes: Buffer | string) => createHash('sha256').update(bytes).digest();
const FLAGS = { present: 0x01, verified: 0x04, canBeBackedUp: 0x08, isBackedUp: 0x10, hasKey: 0x40 };

/** How an answer deviates from that of an honest browser and authenticator. */
export type Deviation = Partial<{
  origin: string;
  rpId: string;
  type: string;
  challenge: string;
  isPresent: boolean;
  isVerified: boolean;
  counter: number;
  userHandle: string | undefined;
  credentialId: string;
  algorithm: number;
  clientData: object;
}>;

/** Browser and authenticator in one, with ES256 keys (Web Authentication level 3, 6.1 and 6.5). */
export class Authenticator {
  readonly credentialId = randomBytes(16).toString('base64url');
  readonly #keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  readonly #origin: string;
  #userHandle = '';
  /** 0: it does not count. */
  counter = 0;

  constructor(origin: string) {
    this.#origin = origin;
  }

  create(creation: PasskeyCreation, deviation: Deviation = {}): NewPasskey {
    this.#userHandle = creation.user.id;
    const id = Buffer.from(deviation.credentialId ?? this.credentialId, 'base64url');
    const { x = '', y = '' } = this.#keys.publicKey.export({ format: 'jwk' });
    const key = isoCBOR.encode(
      new Map<number, number | Uint8Array>([
        [1, 2],
        [3, deviation.algorithm ?? -7],
        [-1, 1],
        [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
        [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
      ]),
    );
    const length = Buffer.alloc(2);
    length.writeUInt16BE(id.length);
    const authData = Buffer.concat([
      this.#head(creation.rp.id, FLAGS.hasKey, deviation),
      Buffer.alloc(16),
      length,
      id,
      key,
    ]);
    const attestationObject = isoCBOR.encode(
      new Map<string, unknown>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', new Uint8Array(authData)],
      ]) as never,
    );
    return {
      id: id.toString('base64url'),
      rawId: id.toString('base64url'),
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', creation.challenge, deviation),
        attestationObject: Buffer.from(attestationObject).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
    };
  }

  get(request: PasskeyRequest, deviation: Deviation = {}): PasskeyAnswer {
    if (this.counter > 0) this.counter += 1;
    const clientDataJSON = this.#clientData('webauthn.get', request.challenge, deviation);
    const authenticatorData = this.#head(request.rpId, 0, deviation);
    const signed = Buffer.concat([authenticatorData, sha256(Buffer.from(clientDataJSON, 'base64url'))]);
    const userHandle = 'userHandle' in deviation ? deviation.userHandle : this.#userHandle;
    const id = deviation.credentialId ?? this.credentialId;
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON,
        authenticatorData: authenticatorData.toString('base64url'),
        signature: sign('sha256', signed, this.#keys.privateKey).toString('base64url'),
        ...(userHandle !== undefined && { userHandle }),
      },
    };
  }

  #head(rpId: string, flags: number, deviation: Deviation): Buffer {
    const { isPresent = true, isVerified = true } = deviation;
    const counter = Buffer.alloc(4);
    counter.writeUInt32BE(deviation.counter ?? this.counter);
    const said =
      flags |
      FLAGS.canBeBackedUp |
      FLAGS.isBackedUp |
      (isPresent ? FLAGS.present : 0) |
      (isVerified ? FLAGS.verified : 0);
    return Buffer.concat([sha256(deviation.rpId ?? rpId), Buffer.of(said), counter]);
  }

  #clientData(type: string, challenge: string, deviation: Deviation): string {
    const data = {
      type: deviation.type ?? type,
      challenge: deviation.challenge ?? challenge,
      origin: deviation.origin ?? this.#origin,
      crossOrigin: false,
      ...deviation.clientData,
    };
    return Buffer.from(JSON.stringify(data)).toString('base64url');
  }
}
