import { freePort } from '../harness/local/serve.ts'
import { startApp, type App } from '../harness/app.ts'
import { dataset } from './dataset.ts'
import { startFloors, type Floors } from './floors.ts'
import { pinSelf, pinServer, workerdPids } from './processes.ts'
import { seed } from './seed.ts'

/** The built worker and its floors, side by side, with the same data. */
export interface Stack {
  app: App
  /** Through what `npm start` puts before the worker. */
  port: number
  /** Straight into the worker. */
  plainPort: number
  /** The app's workerd, where it can be known. */
  pid: number | undefined
  questionId: string
  floors: Floors
  stop(): Promise<void>
}

/** @param dist another build to measure, such as one from before a change */
export async function startStack(dist?: string): Promise<Stack> {
  const plainPort = await freePort()
  const known = new Set(workerdPids())
  const app = await startApp({ serving: { plainPort, log: () => {}, ...(dist && { dist }) } })
  const pid = workerdPids().find((one) => !known.has(one))
  const data = dataset(Date.now())
  const questionId = await seed(app, data)
  const home = await app.fetch('/')
  if (home.status !== 200) throw new Error(`the home page answers ${home.status}`)
  const bytes = new Uint8Array(await home.arrayBuffer())
  const floors = await startFloors(bytes, data)
  pinSelf()
  for (const server of [pid, floors.pid]) if (server) pinServer(server)
  return {
    app,
    port: Number(new URL(app.origin).port),
    plainPort,
    pid,
    questionId,
    floors,
    async stop() {
      await Promise.all([app.stop(), floors.stop()])
    },
  }
}
