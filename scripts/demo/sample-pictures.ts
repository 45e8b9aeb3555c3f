import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';

const resolve = createRequire(import.meta.url).resolve;
const inPackage = (name: string, ...path: string[]) =>
  join(dirname(resolve(`${name}/package.json`)), ...path);

/** Photos of groups that come with the face package, under its licence. */
export const samplePath = (n: number): string => inPackage('@vladmandic/face-api', 'demo', `sample${n}.jpg`);
const portrait = (name: string) => inPackage('paper-kit-2', 'assets', 'img', 'faces', `${name}.jpg`);

export const samplePictures = {
  costumes: samplePath(1),
  sofa: samplePath(3),
  friends: samplePath(4),
  stairs: samplePath(5),
  window: samplePath(6),
  ayo: portrait('ayo-ogunseinde-2'),
  hat: portrait('clem-onojeghuo-2'),
  scarf: portrait('clem-onojeghuo-3'),
  erik: portrait('erik-lucatero-2'),
  joe: portrait('joe-gardner-2'),
  kaci: portrait('kaci-baum-2'),
};
export type Source = keyof typeof samplePictures;

/** The middle of each face one may know by name, as fractions of the source, and whose it is. */
export const knownFaces: Partial<Record<Source, readonly { who: string; at: readonly [number, number] }[]>> =
  {
    costumes: [
      { who: 'lotte', at: [0.27, 0.31] },
      { who: 'hanna', at: [0.86, 0.22] },
    ],
    sofa: [
      { who: 'jule', at: [0.36, 0.34] },
      { who: 'hanna', at: [0.61, 0.27] },
      { who: 'carla', at: [0.81, 0.34] },
    ],
    friends: [
      { who: 'mia', at: [0.17, 0.23] },
      { who: 'aylin', at: [0.38, 0.17] },
      { who: 'nina', at: [0.56, 0.2] },
      { who: 'svea', at: [0.7, 0.19] },
    ],
    stairs: [
      { who: 'kim', at: [0.36, 0.4] },
      { who: 'lan', at: [0.45, 0.19] },
      { who: 'linh', at: [0.63, 0.2] },
      { who: 'rosa', at: [0.79, 0.35] },
    ],
    window: [
      { who: 'malia', at: [0.17, 0.4] },
      { who: 'dana', at: [0.42, 0.26] },
      { who: 'zara', at: [0.65, 0.26] },
      { who: 'emma', at: [0.83, 0.2] },
    ],
    ayo: [{ who: 'samuel', at: [0.5, 0.28] }],
    hat: [{ who: 'elias', at: [0.5, 0.49] }],
    scarf: [{ who: 'peter', at: [0.5, 0.36] }],
    erik: [{ who: 'paul', at: [0.5, 0.5] }],
    joe: [{ who: 'tessa', at: [0.5, 0.35] }],
    kaci: [{ who: 'freya', at: [0.48, 0.38] }],
  };
