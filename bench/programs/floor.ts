import { join } from 'node:path';
import type { FloorSettings } from '../floor/settings';
import { type RunningServer, startServer } from './server';

export function startFloor(directory: string, settings: FloorSettings): Promise<RunningServer> {
  return startServer({
    command: [process.execPath, '--max-semi-space-size=16', join(__dirname, '../floor/main.js')],
    environment: { NODE_ENV: 'production', FLOOR_SETTINGS: JSON.stringify(settings) },
    readyPath: '/ready',
    logFile: join(directory, 'floor.log'),
  });
}
