// The types of each game add themselves to those of all games; whoever imports the package gets all of them.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const types = join(import.meta.dirname, 'dist');
const files = readdirSync(join(types, 'src/gen')).map((name) => `import '../src/gen/${name.replace('.d.ts', '.ts')}';\n`);
appendFileSync(join(types, 'client/index.d.ts'), files.sort().join(''));
