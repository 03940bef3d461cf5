import { stopWith } from '../harness/local/run.ts'
import { operate } from './operator.ts'
import { wranglerDatabase } from './operator/database.ts'

// The same as `npm run operator -- maintenance …`.
try {
  console.log(await operate(['maintenance', ...process.argv.slice(2)], wranglerDatabase))
} catch (error) {
  stopWith((error as Error).message)
}
