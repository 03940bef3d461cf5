import { build } from '../../scripts/build.ts'
import { buildServices } from '../../scripts/build-services.ts'

export const setup = async () => {
  await build()
  await buildServices()
}
