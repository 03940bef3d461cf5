/**
 * Serves the built worker as `npm start` does, with the data of a comparison, until it is told to end. Writes what a
 * load that posts needs (`questionId`, `authorizations`: one for every three posts) to a file.
 *
 *   npx node bench/serve-seeded.ts <port> <dataset.json> <file to write> [people, default 2000]
 */
import { writeFileSync } from 'node:fs'
import { build } from '../harness/local/build.ts'
import { startApp } from '../harness/app.ts'
import { createPeople } from '../harness/people.ts'
import { datasetOf } from './dataset.ts'
import { seed } from './seed.ts'

const [port, file, target, people = '2000'] = process.argv.slice(2)
if (!port || !file || !target) throw new Error('port, data set and file to write are missing')

await build()
const app = await startApp({ serving: { log: () => {}, port: Number(port) } })
const questionId = await seed(app, datasetOf(file, Date.now()))
const authorizations = (await createPeople(app, Number(people))).map(
  ({ authorization }) => authorization,
)
writeFileSync(target, JSON.stringify({ questionId, authorizations }))
console.log(`${app.origin} with ${file}`)

async function end() {
  await app.stop()
  process.exit(0)
}
process.once('SIGINT', end)
process.once('SIGTERM', end)
