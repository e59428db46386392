// How deeply JSON nests. Pure.

/** Whether a value nests more than `levels` arrays and objects into each other. Any depth; never throws. */
export function isDeeperThan(value: unknown, levels: number): boolean {
  let level: unknown[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    const containers = level.filter((item) => item !== null && typeof item === 'object');
    if (containers.length === 0) return false;
    if (depth >= levels) return true;
    level = containers.flatMap((item) => Object.values(item));
  }
  return false;
}
