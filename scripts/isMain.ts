// Whether a script was started itself, or is imported by another.
import { realpathSync } from 'node:fs';

/** `import.meta.main`, also on a Node 24 from before 24.2, which lacks it. */
export function isMain({ filename }: ImportMeta): boolean {
  return process.argv[1] !== undefined && realpathSync(process.argv[1]) === filename;
}
