/** Changes the order of the values. NaN for an empty list. Quickselect (Hoare, "Algorithm 65: find", 1961). */
export function quantile(values: Float32Array, share: number): number {
  if (values.length === 0) return Number.NaN;
  const wanted = Math.min(values.length - 1, Math.floor(share * values.length));
  let from = 0;
  let to = values.length - 1;
  while (from < to) {
    const pivot = values[(from + to) >> 1]!;
    let left = from;
    let right = to;
    while (left <= right) {
      while (values[left]! < pivot) left++;
      while (values[right]! > pivot) right--;
      if (left > right) break;
      const value = values[left]!;
      values[left++] = values[right]!;
      values[right--] = value;
    }
    if (wanted <= right) to = right;
    else if (wanted >= left) from = left;
    else break;
  }
  return values[wanted]!;
}
