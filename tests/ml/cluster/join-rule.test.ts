import { describe, expect, it } from 'vitest';
import { addEvidence, emptyGroup } from '#ml/cluster/face-group.ts';
import { isNearEnough, joinRule, singleFaceShare } from '#ml/cluster/join-rule.ts';
import { clustering } from '#ml/parameters/clustering-tuning.ts';
import { calibration, cautious } from './galleries.ts';

/** A group of unit vectors in a plane. */
function groupAt(...degrees: number[]) {
  const made = emptyGroup(2);
  for (const each of degrees) {
    const angle = (each * Math.PI) / 180;
    addEvidence(made, Float32Array.of(Math.cos(angle), Math.sin(angle)), 0);
  }
  return made;
}

/** Two pictures whose group has this scatter. */
const scattered = (scatter: number) => groupAt(0, (Math.acos(1 - 2 * scatter) * 180) / Math.PI);

describe('the share of a single face in a group', () => {
  it.each([
    ['one face', groupAt(10), 1],
    ['copies of one picture', groupAt(10, 10, 10), 1],
    ['pictures that hardly differ', scattered(clustering.differingPictures.value / 2), 0.5],
    ['pictures that just differ', scattered(clustering.differingPictures.value), 0],
    ['pictures that differ much', groupAt(0, 60, 120), 0],
  ])('%s', (_, group, share) => {
    expect(singleFaceShare(group)).toBeCloseTo(share, 5);
  });
});

describe('the margin of single faces', () => {
  const report = { reason: 'as-calibrated', change: 0, mean: 0.9, deviation: 0.1, calibrated: 0.2 } as const;

  it('is in deviations of the gallery, for both sides that are single faces', () => {
    const rule = joinRule(0.4, cautious(), report);
    expect(rule.singleFaceMargin).toBeCloseTo(2 * 0.7 * 0.1);
    expect(isNearEnough(0.25, rule, [1, 1])).toBe(true);
    expect(isNearEnough(0.27, rule, [1, 1])).toBe(false);
    expect(isNearEnough(0.27, rule, [1, 0.5])).toBe(true);
    expect(isNearEnough(0.4, rule, [1, 0])).toBe(true);
    expect(isNearEnough(0.41, rule, [0, 0])).toBe(false);
  });

  it('is none where it was not measured, and where thresholds do not follow the gallery', () => {
    expect(joinRule(0.4, calibration(), report).singleFaceMargin).toBe(0);
    expect(joinRule(0.4, cautious(), undefined).singleFaceMargin).toBe(0);
  });
});
