// Installs what the example App is made of (examples/uni-app). Without it its suite says that it was skipped.
import { resolve } from 'node:path';
import { installOwn } from './own-packages.mjs';

await installOwn(resolve('examples/uni-app'), 'the example App is');
