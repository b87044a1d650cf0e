/** Ratios to a stated peer in the same run. Usage: npm run bench [-- NAME …]; an unknown name lists all */
import { benchChanges, benchDeletion, benchImports } from './changes.bench.ts';
import { benchCost } from './cost.bench.ts';
import { benchDecode } from './decode.bench.ts';
import { benchDoors } from './doors.bench.ts';
import { benchExports } from './exports.bench.ts';
import type { Figure } from './figure.ts';
import { benchFlows } from './flows.bench.ts';
import { benchCheckSession } from './http.bench.ts';
import { benchNeighbour } from './neighbour.bench.ts';
import { benchNotes } from './notes.bench.ts';
import { benchSearch } from './search.bench.ts';
import { benchSharing } from './sharing.bench.ts';
import { benchStart } from './start.bench.ts';
import { benchSunday } from './sunday.bench.ts';
import { benchTranscript } from './transcript.bench.ts';
import { benchUpload } from './upload.bench.ts';
import { benchVoices } from './voices.bench.ts';
import { benchWeight } from './weight.bench.ts';
import { benchOverload, benchTwelveHours, benchWorkers } from './workers.bench.ts';
import { benchWorld } from './world.bench.ts';

const benchmarks: Record<string, () => Promise<Figure[]>> = {
  start: benchStart,
  weight: benchWeight,
  upload: benchUpload,
  session: benchCheckSession,
  notes: benchNotes,
  neighbour: benchNeighbour,
  changes: benchChanges,
  imports: benchImports,
  deletion: benchDeletion,
  doors: benchDoors,
  decode: benchDecode,
  voices: benchVoices,
  flows: benchFlows,
  exports: benchExports,
  sharing: benchSharing,
  search: benchSearch,
  world: benchWorld,
  transcript: benchTranscript,
  workers: benchWorkers,
  overload: benchOverload,
  'twelve-hours': benchTwelveHours,
  sunday: benchSunday,
  cost: benchCost,
};

const wanted = process.argv.slice(2);
for (const name of wanted) {
  if (!Object.hasOwn(benchmarks, name)) {
    console.error(`Unknown benchmark "${name}"; there are: ${Object.keys(benchmarks).join(', ')}.`);
    process.exit(2);
  }
}

for (const [name, run] of Object.entries(benchmarks)) {
  if (wanted.length > 0 && !wanted.includes(name)) continue;
  for (const figure of await run()) {
    console.log(
      `${figure.name.padEnd(58)} ${figure.value.toPrecision(3).padStart(9)} ${figure.unit}  (${figure.peer})`,
    );
  }
}
if (wanted.length === 0)
  console.log('Lighthouse scores of public pages, also at half the speed: npm run lighthouse');
process.exit(0);
