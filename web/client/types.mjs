// Each game's types add themselves to the types of all games; an import of the package gets them all.
import { appendFileSync, readdirSync } from 'node:fs';
import { join } from 'node:path';

const types = join(import.meta.dirname, 'dist');
const files = readdirSync(join(types, 'src/gen')).map((name) => `import '../src/gen/${name.replace('.d.ts', '.ts')}';\n`);
appendFileSync(join(types, 'client/index.d.ts'), files.sort().join(''));
