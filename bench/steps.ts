// `npm run bench:steps`: what a caller reads from a question to a proven result, in bytes and in tokens of o200k_base, with
// the starter catalogue. Prints; asserts nothing (test/node/steps.test.ts holds the limits).
import { countSteps } from './countSteps.ts';
import { startProduct } from './product.ts';
import { OWNER_KEY } from './product.ts';
import { seedCatalogue } from '../scripts/seed.ts';

const product = await startProduct();
const seeded = await seedCatalogue(product.url, OWNER_KEY);
if (!seeded.ok) throw new Error(seeded.problem);

const SEEDS_OWN = 47_409;
for (const [form, steps] of Object.entries(await countSteps(product.url))) {
  console.log(`\n${form}`);
  for (const { name, bytes, tokens } of steps)
    console.log(`  ${name.padEnd(14)} ${String(bytes).padStart(6)} bytes ${String(tokens).padStart(5)} tokens`);
  const all = steps.reduce((sum, { bytes }) => sum + bytes, 0);
  const needed = steps.filter(({ name }) => name === 'resolve' || name === 'invoke').reduce((sum, { bytes }) => sum + bytes, 0);
  console.log(
    `  all four ${all} bytes (limit 4,000, of which 300 are to be left; the seed’s took ${SEEDS_OWN}); resolve and invoke ${needed} (limit 1,300)`,
  );
}
await product.stop();
process.exit(0);
