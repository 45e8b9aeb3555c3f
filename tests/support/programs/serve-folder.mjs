/** Runs the launcher's supervisor on a folder with a server/main.ts of the test. */
import { serve } from '../../../scripts/launch/serve.mjs';

process.exit(await serve(process.argv[2], process.execPath));
