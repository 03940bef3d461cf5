import { build } from '../../harness/local/build.ts'
import { buildServices } from '../../harness/local/build-services.ts'

export const setup = async () => {
  await build()
  await buildServices()
}
